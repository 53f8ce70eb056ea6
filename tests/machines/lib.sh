# Sourced by the scripts beside it: Debian userlands in folders, built once, kept in .cache/, entered with chroot.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPOSITORY=$(cd "$HERE/../.." && pwd)
CACHE=${NIAGARA_CACHE:-$REPOSITORY/.cache/machines}
MIRROR=$(awk '/^URIs:.*debian\/?$/ {print $2; exit}' /etc/apt/sources.list.d/*.sources 2>/dev/null || true)
MIRROR=${MIRROR:-http://deb.debian.org/debian}

say() { printf '== %s\n' "$*" >&2; }
stop() { printf '%s\n' "$*" >&2; exit 2; }

# Run the calling script once more where it sees mounts and processes of its own only: whatever happens, no mount is
# left behind, and nothing that runs in another Debian can reach a program of this machine.
own_mounts() {
  [ "$(id -u)" = 0 ] || stop "Only root may enter another Debian: sudo make ${0##*/}"
  local here
  here=$(readlink /proc/self/ns/mnt)
  if [ -z "${NIAGARA_OUTSIDE:-}" ]; then
    NIAGARA_OUTSIDE=$here exec nice -n 10 unshare --mount --pid --fork --kill-child --mount-proc --propagation private "$0" "$@"
  fi
  [ "$NIAGARA_OUTSIDE" != "$here" ] || stop "${0##*/} has no mounts of its own and does nothing (NIAGARA_OUTSIDE is set)"
  # The first program of a process namespace hears only the signals it asks for.
  trap 'exit 130' INT TERM
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

# remove FOLDER: all of it, but never through a mount into something that is not ours.
remove() {
  case $1 in
    */../* | */..) stop "$1 leads somewhere else and is not removed" ;;
    "$CACHE"/?*) ;;
    *) stop "$1 is not in $CACHE and is not removed" ;;
  esac
  if grep -qF " $1/" /proc/self/mounts || mountpoint -q "$1"; then
    stop "$1 is not removed: something is mounted in it"
  fi
  rm -rf --one-file-system "$1"
}

# kept NAME RECIPE BUILD…: the folder $CACHE/NAME as BUILD makes it, built again only when RECIPE (any text) changed.
# A build that is cut off is never taken for a finished one: the stamp is written last.
kept() {
  local folder=$CACHE/$1 recipe
  recipe=$(printf '%s' "$2" | sha256sum)
  shift 2
  if [ "$(cat "$folder.recipe" 2>/dev/null)" != "$recipe" ]; then
    remove "$folder"
    rm -f "$folder.recipe"
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

# mounted FOLDER: what programs in there expect of a running system. Nothing of this machine's own is mounted, so
# nothing that happens in there, or to the folder, can reach it.
mounted() {
  local device
  mountpoint -q "$1/proc" || mount -t proc proc "$1/proc"
  mountpoint -q "$1/tmp" || mount -t tmpfs tmpfs "$1/tmp"
  mountpoint -q "$1/dev" && return
  mount -t tmpfs -o mode=755 tmpfs "$1/dev"
  for device in null:1:3 zero:1:5 full:1:7 random:1:8 urandom:1:9 tty:5:0; do
    mknod -m 666 "$1/dev/${device%%:*}" c "$(cut -d: -f2 <<< "$device")" "${device##*:}"
  done
  ln -s /proc/self/fd "$1/dev/fd"
  ln -s fd/0 "$1/dev/stdin"
  ln -s fd/1 "$1/dev/stdout"
  ln -s fd/2 "$1/dev/stderr"
  mkdir "$1/dev/pts" "$1/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$1/dev/pts"
  ln -s pts/ptmx "$1/dev/ptmx"
  mount -t tmpfs tmpfs "$1/dev/shm"
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

# repository_in FOLDER: a copy of this working copy as /niagara in there.
repository_in() {
  mounted "$1"
  mkdir -p "$1/niagara"
  mountpoint -q "$1/niagara" || mount -t tmpfs tmpfs "$1/niagara"
  tar -C "$REPOSITORY" --exclude-vcs --exclude=./.cache --exclude=./.venv --exclude='*_cache' --exclude=__pycache__ -cf - . \
    | tar -C "$1/niagara" --no-same-owner -xf -
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
