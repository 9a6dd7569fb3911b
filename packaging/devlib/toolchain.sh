# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by packaging/dev: makes the toolchain's root folder, or installs packages where the system is new enough.
#
# Below $cache: trixie (the root folder), trixie.packages (what is surely installed in it), trixie.partial (being made),
# enter-N (the helper that enters it), etc-UID, ccache, log, lock.

# ensure_toolchain run [test]: everything that these lists name is there afterwards.
ensure_toolchain() {
    toolchain_is_ready "$@" && return
    mkdir -p "$cache" 2> /dev/null || die "cannot write $cache." 'Set XDG_CACHE_HOME to a folder that can be written.'
    with_lock
    toolchain_is_ready "$@" || "ensure_$mode" "$@"
    exec {lock}>&-
}

# Two calls at once: the second waits. Children keep the lock, so a setup that lost its parent still counts.
with_lock() {
    exec {lock}> "$cache/lock"
    if ! flock --nonblock "$lock"; then
        say "another call is setting up $cache; waiting for it"
        flock "$lock"
    fi
}

# ---- native ---------------------------------------------------------------------------------------------------------

missing_natively() {
    if [[ $packageFlavour == .fedora ]]; then
        rpm -q --whatprovides -- "${packages[@]}" 2>&1 | sed -n 's/^no package provides //p'
        return
    fi
    local name state
    declare -A known=()
    while read -r name state; do
        [[ $state != installed ]] || known[${name%%:*}]=1
    done < <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' -- "${packages[@]}" 2> /dev/null || true)
    for name in "${packages[@]}"; do
        [[ -n ${known[$name]:-} ]] || echo "$name"
    done
}

ensure_native() {
    read_packages "$@"
    local missing
    mapfile -t missing < <(missing_natively)
    if ((${#missing[@]} > 0)); then
        if [[ $packageFlavour == .fedora ]]; then
            ((EUID == 0)) || die 'packages are missing; install them with' "  sudo dnf install ${missing[*]}"
            phase "installing ${#missing[@]} packages" dnf install -y "${missing[@]}"
        else
            ((EUID == 0)) || die 'packages are missing; install them with' "  sudo apt-get install --no-install-recommends ${missing[*]}"
            repair_packages
            refresh_lists /var/lib/apt/lists
            phase "installing ${#missing[@]} packages" env DEBIAN_FRONTEND=noninteractive \
                apt-get install -y --no-install-recommends "${missing[@]}"
        fi
    fi
    printf '%s\n' "${packages[@]}" > "$cache/native.packages"
}

repair_packages() {
    dpkg --audit | grep -q . || return 0
    phase 'repairing an interrupted installation' env DEBIAN_FRONTEND=noninteractive dpkg --configure -a
}

# Asks the mirror for its lists when there are none or they are older than a day.
refresh_lists() {
    [[ -n $(find "$1" -maxdepth 1 -name '*Packages*' -mtime -1 -print -quit 2> /dev/null) ]] ||
        phase 'reading the package lists' apt-get update -o APT::Update::Error-Mode=any
}

# ---- root folder ----------------------------------------------------------------------------------------------------

# as_root_inside COMMAND…: in the root folder as its root user, who may write everything there.
as_root_inside() {
    local command=("$enter" --root "$root" --env 5 PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root
        DEBIAN_FRONTEND=noninteractive "http_proxy=${http_proxy:-}" -- "$@")
    ((EUID == 0)) || command=(unshare --map-auto --map-root-user --mount "${command[@]}")
    setpriv --pdeathsig TERM -- "${command[@]}"
}

ensure_root() {
    local PATH=$PATH:/usr/sbin:/sbin
    [[ $(uname -m) == x86_64 || $(uname -m) == aarch64 ]] || die "there is no toolchain for the CPU $(uname -m)."
    local tool
    for tool in unshare flock; do
        type "$tool" > /dev/null 2>&1 || die "$tool is missing; install the package util-linux."
    done
    say "this system is older than Debian 13: the toolchain is a Debian 13 root folder below $cache"
    [[ -d $root/usr ]] || make_root "$@"
    enter_is_current || phase 'compiling the helper that enters it' compile_enter "$root"
    make_user_files
    toolchain_is_ready "$@" || install_inside "$@"
}

make_root() {
    cd "$cache"
    if [[ -e $root.partial ]]; then
        phase 'removing what an interrupted setup left' remove_tree "$root.partial"
    fi
    rm -f "$root.packages"
    need_space "$cache" 3072
    ensure_mmdebstrap
    read_packages run
    local include options=(--variant=apt --dpkgopt=force-unsafe-io) text='making the root folder (1 to 4 minutes, about 1.5 GB)'
    include=$(IFS=,; echo "${packages[*]}")
    options+=(--include="$include" trixie)
    if ((EUID == 0)); then
        # In namespaces of its own: what it mounts and starts is gone with it, and it with us, however we end.
        phase "$text" setpriv --pdeathsig KILL -- unshare --mount --pid --fork --kill-child --mount-proc \
            mmdebstrap "${options[@]}" "$root.partial"
    else
        mkdir "$root.partial"
        phase "$text" make_root_as_user "${options[@]}"
    fi
    cp -L /etc/localtime "$root.partial/etc/localtime" 2> /dev/null || true
    mv -T "$root.partial" "$root"
    printf '%s\n' "${packages[@]}" > "$root.packages.new"
    mv "$root.packages.new" "$root.packages"
    cd "$project"
}

# mmdebstrap's own user namespace cannot see a private home folder, so its archive is unpacked by ours.
make_root_as_user() {
    mmdebstrap --mode=unshare "${@:1:$#}" - |
        unshare --map-auto --map-root-user tar -C "$root.partial" --exclude './dev/*' -x
}

remove_tree() {
    if ((EUID == 0)); then
        rm -rf --one-file-system -- "$1"
    else
        unshare --map-auto --map-root-user rm -rf --one-file-system -- "$1"
    fi
}

ensure_mmdebstrap() {
    local wanted=(mmdebstrap) names
    ((EUID == 0)) || wanted+=(newuidmap)
    type "${wanted[@]}" > /dev/null 2>&1 && return
    names='mmdebstrap debian-archive-keyring uidmap'
    if ((EUID == 0)) && type apt-get > /dev/null 2>&1; then
        refresh_lists /var/lib/apt/lists
        phase 'installing mmdebstrap' env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $names
    else
        die 'mmdebstrap is missing; it makes the root folder. Let an administrator install' \
            "  $names   (Debian and Ubuntu: sudo apt-get install $names)"
    fi
}

compile_enter() {
    local tree=$1 inside=(chroot "$1")
    ((EUID == 0)) || inside=(unshare --map-auto --map-root-user chroot "$1")
    cp "$devlib/enter.c" "$tree/tmp/enter.c" &&
        "${inside[@]}" /usr/bin/gcc -std=gnu11 -O2 -static -Wall -Wextra -o /tmp/enter /tmp/enter.c &&
        cp "$tree/tmp/enter" "$enter.new" &&
        mv "$enter.new" "$enter" &&
        cp "$devlib/enter.c" "$enter.c" &&
        rm -f "$tree/tmp/enter" "$tree/tmp/enter.c"
}

# The root folder's users plus the calling one, for a user whom it does not know.
make_user_files() {
    ((EUID != 0)) || return 0
    local folder=$cache/etc-$UID kind id
    mkdir -p "$folder"
    for kind in passwd group; do
        id=$UID
        [[ $kind == passwd ]] || id=$(id -g)
        { grep -v "^[^:]*:[^:]*:$id:" "$root/etc/$kind"; getent "$kind" "$id"; } > "$folder/$kind.new" || true
        mv "$folder/$kind.new" "$folder/$kind"
    done
}

install_inside() {
    local name missing=() installed
    installed=$'\n'$(cat "$root.packages" 2> /dev/null || true)$'\n'
    read_packages "$@"
    for name in "${packages[@]}"; do
        [[ $installed == *$'\n'"$name"$'\n'* ]] || missing+=("$name")
    done
    need_space "$cache" 2048
    phase 'checking the state of the packages' as_root_inside sh -c 'dpkg --configure -a && apt-get -f -y install'
    phase 'reading the package lists' as_root_inside apt-get update -o APT::Update::Error-Mode=any
    phase "installing ${#missing[@]} packages" as_root_inside \
        apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io "${missing[@]}"
    as_root_inside apt-get clean
    make_user_files
    { cat "$root.packages" 2> /dev/null || true; printf '%s\n' "${missing[@]}"; } > "$root.packages.new"
    mv "$root.packages.new" "$root.packages"
}
