#!/usr/bin/env bash
# Installs the Niagara companion on Raspberry Pi OS (Bookworm or Trixie) or another Debian. Safe to run twice.
#
#   sudo ./install.sh            install, or bring an installation up to this version (never in a game)
#   sudo ./install.sh uninstall  remove the program; games and settings stay (--purge removes them too)
#
# Every step is explained and asked for before it changes anything; --yes answers yes to all.
set -euo pipefail

HERE=$(cd "$(dirname "$0")" && pwd)
PROGRAM=/opt/niagara
STATE=/var/lib/niagara-companion
UNIT=/etc/systemd/system/niagara.service
LEAST_MB=900
AVAHI=/etc/avahi/services/niagara.service
COMMAND=/usr/local/bin/niagara
ANNOUNCE=/usr/local/lib/niagara-companion/announce

say() { printf '%s\n' "$@"; }
stop() { printf 'install.sh: %s\n' "$*" >&2; exit 2; }

# step TEXT QUESTION: explain, then ask; a no ends the installation with what was done so far.
step() {
  say "" "* $1"
  [ "$yes" = 1 ] && return
  [ -t 0 ] || stop "nobody is there to answer; run it in a terminal, or with --yes"
  local answer
  read -r -p "  $2 [Y/n] " answer
  case $answer in
    "" | [yYjJoO]*) ;;
    *) stop "stopped here; what was done so far stays, and running it again goes on" ;;
  esac
}

usage() { sed -n '2,7s/^# \{0,1\}//p' "$0"; }

as_niagara() { (cd "$STATE" && runuser -u niagara -- env XDG_CONFIG_HOME=/var/lib XDG_DATA_HOME=/var/lib HOME="$STATE" "$@"); }

# systemd is not running in a chroot or container: there the service is only made ready for the next start.
running_systemd() { [ -d /run/systemd/system ]; }

# --- what is there ---------------------------------------------------------------------------------------------------

look_at_the_system() {
  [ "$(id -u)" = 0 ] || stop "only root may install: sudo $0"
  command -v apt-get >/dev/null || stop "this is no Raspberry Pi OS and no Debian: apt-get is missing"
  # shellcheck source=/dev/null
  . /etc/os-release
  release=${VERSION_CODENAME:-unknown}
  case $release in
    bookworm | trixie) say "This is ${PRETTY_NAME:-$release}." ;;
    *) step "This is ${PRETTY_NAME:-unknown}; tried were only Bookworm (12) and Trixie (13)." "Go on all the same?" ;;
  esac
}

# The digest of everything that is installed from here: the same twice means that there is nothing to do.
source_digest() {
  (cd "$HERE" && find companion vision hardware web pyproject.toml -type f ! -path '*/__pycache__/*' -print0 \
    | sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
}

installed_digest() { cat "$PROGRAM/current/source.sha256" 2>/dev/null || true; }

# --- the steps -------------------------------------------------------------------------------------------------------

install_packages() {
  local wanted="python3 python3-venv avahi-daemon libnss-mdns" missing="" package
  # Only Raspberry Pi OS has the camera's and the pins' libraries for its own Python. On another Debian webcams and
  # network cameras serve, and the pins' library comes from the Python package index.
  for package in python3-picamera2 python3-lgpio; do
    if apt-cache show "$package" >/dev/null 2>&1; then
      wanted="$wanted $package"
    else
      say "  (this system has no $package)"
    fi
  done
  for package in $wanted; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
  done
  [ -n "$missing" ] || { say "* Packages: all there."; return; }
  step "Packages from this system's sources:$missing" "Install them?"
  apt-get update -qq || stop "this system's package sources do not answer: is it connected to the internet?"
  # shellcheck disable=SC2086  # a list of words
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null \
    || stop "these packages could not be installed:$missing; what apt says stands above"
}

make_user() {
  local group groups=""
  for group in video render gpio; do
    getent group "$group" >/dev/null && groups="$groups${groups:+,}$group"
  done
  if ! getent passwd niagara >/dev/null; then
    step "A user of its own, niagara, that may use camera and pins (groups: ${groups:-none}) and nothing else." "Make it?"
    useradd --system --user-group --home-dir "$STATE" --no-create-home --shell /usr/sbin/nologin niagara
  fi
  [ -z "$groups" ] || usermod --append --groups "$groups" niagara
  install -d -o niagara -g niagara -m 0750 "$STATE"
}

# Bookworm's camera library was made for numpy 1: there numpy and OpenCV stay on versions that go with it.
constraints() { [ "$release" = bookworm ] && printf 'numpy<2\nopencv-python-headless<4.12\n' || true; }

# Each version has a folder of its own; `current` is pointed to it when it is seen to work, the one before stays.
install_program() {
  local digest
  digest=$(source_digest)
  if [ "$(installed_digest)" = "$digest" ]; then
    say "* Program: this very version is installed already."
    return
  fi
  if [ -e "$PROGRAM/current" ]; then
    local playing=0
    "$COMMAND" idle || playing=$?
    [ "$playing" != 1 ] || stop "wait for the game's end, or put it away on the host's page; then run this again"
    step "The program is brought up to this version, after a backup; the old one stays beside it." "Do it?"
    # Games that cannot be read (that was said just now) can only be repaired by a program that is up to date.
    [ "$playing" != 0 ] || [ ! -e "$STATE/games.sqlite3" ] || "$COMMAND" backup -o "$STATE/before-upgrade.zip"
  else
    step "The program and its Python libraries in $PROGRAM (about 400 MB, from the Python package index)." "Install them?"
  fi
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
    || stop "Python 3.11 or newer is needed, and this system's is older: use Raspberry Pi OS Bookworm or Trixie"
  install -d "$PROGRAM"
  local free
  free=$(($(df -Pk "$PROGRAM" | awk 'NR == 2 {print $4}') / 1024))
  [ "$free" -ge "$LEAST_MB" ] || stop "only $free MB are free at $PROGRAM and $LEAST_MB are needed: sudo apt clean"
  place=$PROGRAM/$(date +%Y%m%d-%H%M%S)
  # A version that is not finished is never used, and does not stay.
  trap 'rm -rf "$place"' EXIT
  python3 -m venv --system-site-packages "$place"
  constraints > "$place/constraints.txt"
  # Built from a copy: a build leaves its own files in the folder it is made from.
  mkdir "$place/source"
  (cd "$HERE" && cp -r companion vision hardware web pyproject.toml README.md LICENSE "$place/source")
  "$place/bin/pip" install --quiet --disable-pip-version-check --no-warn-script-location \
    --constraint "$place/constraints.txt" "$place/source" \
    || stop "the Python libraries could not be installed and nothing was changed: is this machine connected to the internet?"
  rm -rf "$place/source"
  # The pins' library: the system's own, or one that is ready made; it is never built here.
  "$place/bin/python" -c 'import lgpio' 2>/dev/null \
    || "$place/bin/pip" install --quiet --disable-pip-version-check --only-binary lgpio lgpio 2>/dev/null \
    || say "  (no library for pins here: the lamps are on the page only)"
  as_niagara "$place/bin/niagara" --version >/dev/null || stop "the new version does not start; nothing was changed"
  printf '%s\n' "$digest" > "$place/source.sha256"
  trap - EXIT
  [ ! -e "$PROGRAM/current" ] || ln -sfn "$(readlink "$PROGRAM/current")" "$PROGRAM/previous"
  ln -sfn "$place" "$PROGRAM/next"
  mv -T "$PROGRAM/next" "$PROGRAM/current"
  find "$PROGRAM" -mindepth 1 -maxdepth 1 -type d ! -path "$place" ! -path "$(readlink "$PROGRAM/previous" || true)" \
    -exec rm -rf {} +
  changed=1
}

# put FROM TO MODE: a file of ours, copied only when it is not the same already.
put() {
  cmp -s "$1" "$2" && [ "$(stat -c %a "$2")" = "$3" ] && return
  install -D -m "$3" "$1" "$2"
  changed=1
}

install_command() {
  put "$HERE/system/niagara" "$COMMAND" 755
  put "$HERE/system/announce" "$ANNOUNCE" 755
}

# Settings belong to the table: they are written once and never again.
install_settings() {
  if [ -e "$STATE/settings.toml" ]; then
    say "* Settings: $STATE/settings.toml is there and stays as it is."
    return
  fi
  step "Settings in $STATE/settings.toml, for three players, without lamps to begin with." "Write them?"
  install -o niagara -g niagara -m 0640 "$HERE/system/settings.toml" "$STATE/settings.toml"
  # Without the Pi camera's library everything is entered by hand until another camera is named.
  python3 -c 'import picamera2' 2>/dev/null || sed -i 's/^source = "picamera2"/source = "none"/' "$STATE/settings.toml"
}

install_service() {
  if [ ! -e "$UNIT" ]; then
    step "A service that starts with the machine and shows the page on port $("$ANNOUNCE" --port)." "Set it up?"
  fi
  put "$HERE/system/niagara.service" "$UNIT" 644
  "$ANNOUNCE"
  systemctl enable --quiet niagara.service
  if ! running_systemd; then
    say "  (systemd is not running here: the service starts with the machine)"
    return
  fi
  systemctl daemon-reload
  if ! systemctl is-active --quiet niagara.service; then
    systemctl start niagara.service || not_started
  elif [ "$changed" = 1 ]; then
    if "$COMMAND" idle; then
      systemctl restart niagara.service || not_started
    else
      say "  (a game is going on: the new version plays from the next start, sudo systemctl restart niagara)"
    fi
  fi
}

not_started() {
  say "  (the service does not start yet; what is missing is told by sudo niagara doctor, what it said by journalctl -u niagara)"
}

say_goodbye() {
  local port address
  port=$("$ANNOUNCE" --port)
  address=$(hostname -I 2>/dev/null | cut -d' ' -f1)
  say "" "Done. The page: http://$(hostname).local:$port${address:+, or http://$address:$port}" \
    "Set the table up with the host's link: sudo niagara host" \
    "What is still missing at this table: sudo niagara doctor" "The first evening: $HERE/docs/raspberry-pi.md"
}

uninstall() {
  step "The service, the program in $PROGRAM and the command niagara are removed; games and settings stay." "Remove them?"
  if [ -e "$UNIT" ]; then
    running_systemd && systemctl stop niagara.service
    systemctl disable --quiet niagara.service
  fi
  rm -rf "$UNIT" "$AVAHI" "$COMMAND" "${ANNOUNCE%/*}" "$PROGRAM"
  running_systemd && systemctl daemon-reload
  if [ "$purge" = 1 ]; then
    step "All games and settings in $STATE and the user niagara are removed for ever." "Remove them too?"
    rm -rf "$STATE"
    getent passwd niagara >/dev/null && userdel niagara
  fi
  say "" "Removed. Packages of the system were left alone."
}

# --- the call --------------------------------------------------------------------------------------------------------

yes=0 purge=0 what=install changed=0 place=""
for argument in "$@"; do
  case $argument in
    install | upgrade) what=install ;;
    uninstall) what=uninstall ;;
    --yes | -y) yes=1 ;;
    --purge) purge=1 ;;
    --help | -h) usage; exit ;;
    *) usage >&2; stop "not understood: $argument" ;;
  esac
done

look_at_the_system
if [ "$what" = uninstall ]; then
  uninstall
  exit
fi
install_packages
make_user
install_command
install_program
install_settings
install_service
say_goodbye
