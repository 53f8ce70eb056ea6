#!/usr/bin/env bash
# Runs as root in a clean Debian, the working copy at /niagara: what an owner does with install.sh, in order.
set -euo pipefail

NEW=/root/new OLD=/root/old
mkdir -p "$NEW"
cp -r /niagara/{companion,vision,hardware,web,system,docs,install.sh,pyproject.toml,README.md,LICENSE} "$NEW"
cp -r "$NEW" "$OLD"
sed -i 's/^version = .*/version = "0.0.9"/' "$OLD/pyproject.toml"

check() { printf '   ok: %s\n' "$1"; }
fail() { printf '   FAILED: %s\n' "$1" >&2; exit 1; }
# snapshot: everything that an installation may touch, with times and contents.
snapshot() {
  find /opt/niagara /etc/systemd/system /etc/avahi /usr/local /var/lib/niagara-companion \
    -printf '%p %m %U %G %T@ %l\n' 2>/dev/null | sort
  getent passwd niagara
  id niagara
}

echo "-- nobody there to answer and no --yes: nothing is changed"
apt-get update -qq
! "$OLD/install.sh" < /dev/null > /tmp/out 2>&1 || fail "it went on without an answer"
grep -q -- "--yes" /tmp/out || fail "it did not say --yes"
[ ! -e /opt/niagara ] || fail "it installed something"
check "it stops and says --yes"

echo "-- an older version, on the clean system"
"$OLD/install.sh" --yes
niagara --version | grep -q '0\.0\.9' || fail "version"
niagara demo --headless --games 1 --fast | tail -1
check "the program runs, and plays a game through its own camera"

echo "-- the same again"
snapshot > /tmp/before
"$OLD/install.sh" --yes | tee /tmp/again
snapshot > /tmp/after
diff /tmp/before /tmp/after || fail "the second run changed something"
grep -q "this very version" /tmp/again || fail "it did not see that it is installed"
check "nothing was changed"

echo "-- what is installed"
[ "$(stat -c '%U %a' /var/lib/niagara-companion)" = "niagara 750" ] || fail "the folder of games"
[ "$(stat -c '%U:%G %a' /var/lib/niagara-companion/settings.toml)" = "niagara:niagara 640" ] || fail "the settings"
systemctl is-enabled niagara.service | grep -q '^enabled' || fail "the service is not enabled"
systemd-analyze verify /etc/systemd/system/niagara.service || fail "systemd does not understand the service"
exposure=$(systemd-analyze security --offline=true /etc/systemd/system/niagara.service | awk '/Overall exposure/ {print $(NF-2)}')
awk "BEGIN {exit !($exposure < 5)}" || fail "the service is too open: $exposure"
check "service understood by systemd, exposure $exposure of 10"
status=0
niagara doctor > /tmp/doctor || status=$?
cat /tmp/doctor
[ "$status" -le 1 ] || fail "doctor"
grep -q '^good *disk' /tmp/doctor || fail "the companion's own user cannot write its folder"
python3 - <<'PYTHON' || fail "numpy in the program's environment"
import subprocess, sys
version = subprocess.run(["/opt/niagara/current/bin/python", "-c", "import numpy; print(numpy.__version__)"],
                         capture_output=True, text=True, check=True).stdout
bookworm = "bookworm" in open("/etc/os-release").read()
sys.exit(bookworm and not version.startswith("1."))
PYTHON
check "numpy goes with this release's camera library"

echo "-- the service's own command line, as its user, in its environment"
python3 /niagara/tests/machines/install/serve.py || fail "the service"
grep -q '<port>8099</port>' /etc/avahi/services/niagara.service || fail "Avahi does not announce the settings' port"
sed -i 's/^port = 8099/port = 8080/' /var/lib/niagara-companion/settings.toml
/usr/local/lib/niagara-companion/announce
grep -q '<port>8080</port>' /etc/avahi/services/niagara.service || fail "Avahi does not follow the settings"
check "ready, alive, locked in, and a good end; Avahi announces the port of the settings"

echo "-- as a user would get it wrong"
wrong() {
  local status=0
  "$@" > /tmp/out 2>&1 < /dev/null || status=$?
  [ "$status" = 2 ] || fail "$* ended with $status: $(cat /tmp/out)"
  ! grep -q Traceback /tmp/out || fail "$* gave a traceback"
  printf '   %s\n' "$(tail -1 /tmp/out)"
}
nobody() { (cd /tmp && runuser -u nobody -- env HOME=/tmp "$@"); }
wrong "$OLD/install.sh" --frob
wrong nobody bash /niagara/install.sh --yes
wrong niagara doctor --settings nowhere.toml
wrong nobody /opt/niagara/current/bin/niagara run --safe --games /var/lib/niagara-companion/games.sqlite3
wrong nobody /opt/niagara/current/bin/niagara markers -o /var/lib/niagara-companion/markers.pdf
check "each time one sentence"

niagara diagnostics
python3 -m zipfile -l /var/lib/niagara-companion/niagara-diagnostics.zip | grep -q journal.txt || fail "diagnostics"
check "diagnostics are packed"

echo "-- a game is going on: the upgrade waits"
as_niagara() { (cd /var/lib/niagara-companion && runuser -u niagara -- env XDG_CONFIG_HOME=/var/lib XDG_DATA_HOME=/var/lib "$@"); }
as_niagara /opt/niagara/current/bin/python - <<'PYTHON'
from companion.engine import Choose
from companion.game.game import Game
from companion.game.log import GameLog
from companion.operation.settings import load_settings
from companion.operation.wiring import setup_of
settings = load_settings()
with GameLog(settings.games) as log:
    game = Game.begin(log, setup_of(settings.table))
    game.declare_ready()
    game.act(Choose("red", "3"))
PYTHON
! "$NEW/install.sh" --yes > /tmp/out 2>&1 || fail "it upgraded in a game"
grep -qE "^Game [0-9]+ is going on" /tmp/out || fail "it did not say why"
niagara --version | grep -q '0\.0\.9' || fail "the old version is gone"
check "the old version stays"

echo "-- the game is put away: the upgrade goes on, with a backup"
as_niagara /opt/niagara/current/bin/python - <<'PYTHON'
from companion.game.game import Game
from companion.game.log import GameLog
from companion.operation.settings import load_settings
with GameLog(load_settings().games) as log:
    Game.resume(log, log.games()[-1]).close()
PYTHON
echo '# mine' >> /var/lib/niagara-companion/settings.toml
"$NEW/install.sh" upgrade --yes
! niagara --version | grep -q '0\.0\.9' || fail "still the old version"
grep -q '# mine' /var/lib/niagara-companion/settings.toml || fail "the settings were overwritten"
[ -s /var/lib/niagara-companion/before-upgrade.zip ] || fail "no backup"
[ -x /opt/niagara/previous/bin/niagara ] || fail "the version before is gone"
niagara games | grep -q '^1:' || fail "the games are gone"
sed -i '/# mine/d' /var/lib/niagara-companion/settings.toml
niagara restore before-upgrade.zip
grep -q '# mine' /var/lib/niagara-companion/settings.toml || fail "the settings did not come back"
check "games, settings and the version before are there, and the backup can be put back"

echo "-- uninstall"
"$NEW/install.sh" uninstall --yes
for gone in /opt/niagara /usr/local/bin/niagara /etc/systemd/system/niagara.service \
  /etc/systemd/system/multi-user.target.wants/niagara.service /etc/avahi/services/niagara.service \
  /usr/local/lib/niagara-companion; do
  [ ! -e "$gone" ] && [ ! -L "$gone" ] || fail "$gone is still there"
done
[ -s /var/lib/niagara-companion/games.sqlite3 ] || fail "the games are gone"
check "the program is gone, the games are there"
"$NEW/install.sh" uninstall --purge --yes
[ ! -e /var/lib/niagara-companion ] || fail "something is left"
! getent passwd niagara || fail "the user is left"
check "with --purge nothing is left"
