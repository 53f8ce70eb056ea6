# Sourced by the scripts beside it: Debian userlands in folders, built once, kept in .cache/, entered with chroot.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPOSITORY=$(cd "$HERE/../.." && pwd)
CACHE=${NIAGARA_CACHE:-$REPOSITORY/.cache/machines}
MIRROR=$(awk '/^URIs:.*debian\/?$/ {print $2; exit}' /etc/apt/sources.list.d/*.sources 2>/dev/null || true)
MIRROR=${MIRROR:-http://deb.debian.org/debian}

say() { printf '== %s\n' "$*" >&2; }
stop() { printf '%s\n' "$*" >&2; exit 2; }

# Run the calling script once more in a mount namespace of its own: whatever happens, no mount is left behind.
own_mounts() {
  [ "$(id -u)" = 0 ] || stop "Only root may enter another Debian: sudo make ${0##*/}"
  [ -n "${NIAGARA_OWN_MOUNTS:-}" ] || NIAGARA_OWN_MOUNTS=1 exec nice -n 15 unshare --mount --propagation private "$0" "$@"
}

# need COMMAND PACKAGE…: have the command, from Debian's packages if it is missing.
need() {
  command -v "$1" >/dev/null && return
  local missing=$1
  shift
  command -v apt-get >/dev/null || stop "$missing is needed; on Debian it comes with: apt install $*"
  say "$missing is missing: apt-get install $*"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# kept NAME RECIPE BUILD…: the folder $CACHE/NAME as BUILD makes it, built again only when RECIPE (any text) changed.
# A build that is cut off is never taken for a finished one: the stamp is written last.
kept() {
  local folder=$CACHE/$1 recipe
  recipe=$(printf '%s' "$2" | sha256sum)
  shift 2
  if [ "$(cat "$folder.recipe" 2>/dev/null)" != "$recipe" ]; then
    rm -rf "$folder" "$folder.recipe"
    mkdir -p "$folder"
    "$@" "$folder"
    printf '%s\n' "$recipe" > "$folder.recipe"
  fi
}

# debian SUITE ARCHITECTURE FOLDER: a minimal Debian with this machine's way into the network.
debian() {
  say "Debian $1 ($2) into $3"
  debootstrap --variant=minbase --arch="$2" "$1" "$3" "$MIRROR" > "$3.log" 2>&1 || { tail -20 "$3.log" >&2; return 1; }
  cp /etc/resolv.conf /etc/hosts "$3/etc/"
  mkdir -p "$3/etc/ssl/certs"
  cp -L /etc/ssl/certs/ca-certificates.crt "$3/etc/ssl/certs/niagara-host.crt"
  printf '#!/bin/sh\nexit 101\n' > "$3/usr/sbin/policy-rc.d"
  chmod 755 "$3/usr/sbin/policy-rc.d"
}

# mounted FOLDER: what programs in there expect of a running system.
mounted() {
  mountpoint -q "$1/proc" || mount -t proc proc "$1/proc"
  mountpoint -q "$1/dev" || mount --rbind /dev "$1/dev"
  mountpoint -q "$1/tmp" || mount -t tmpfs tmpfs "$1/tmp"
}

# inside FOLDER COMMAND…: run a command in there, with nothing of this machine's environment but its proxies.
inside() {
  local folder=$1
  shift
  mounted "$folder"
  chroot "$folder" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PIP_CERT=/etc/ssl/certs/niagara-host.crt PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_DEFAULT_TIMEOUT=180 \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} ${no_proxy:+no_proxy="$no_proxy"} \
    OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 "$@"
}

# packages FOLDER OPTION-OR-PACKAGE…: from Debian, without what is only recommended.
packages() {
  local folder=$1
  shift
  say "apt-get install $*"
  inside "$folder" apt-get update -qq
  inside "$folder" apt-get install -y -qq --no-install-recommends "$@" >> "$folder.log" 2>&1 || { tail -20 "$folder.log" >&2; return 1; }
}

# repository_in FOLDER: this working copy as /niagara in there, to read only.
repository_in() {
  mkdir -p "$1/niagara"
  mountpoint -q "$1/niagara" || mount --bind "$REPOSITORY" "$1/niagara"
  mount -o remount,bind,ro "$1/niagara"
}

# dependencies [EXTRA]: what pyproject.toml asks for, one a line.
dependencies() {
  python3 - "$REPOSITORY/pyproject.toml" "$@" <<'PYTHON'
import sys, tomllib
project = tomllib.load(open(sys.argv[1], "rb"))["project"]
print(*project["dependencies"], *(line for extra in sys.argv[2:] for line in project["optional-dependencies"][extra]), sep="\n")
PYTHON
}

# seconds: since the script began.
seconds() { echo "$SECONDS s"; }
