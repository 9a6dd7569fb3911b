# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by packaging/dev: messages and phases. Everything said here goes to stderr.

say() {
    printf 'dev: %s\n' "$*" >&2
}

die() {
    printf 'dev: %s\n' "$@" >&2
    exit 1
}

# What to do about the failure that a log shows, one line; nothing when it is not a known one.
advice_for() {
    if grep -qiE 'no space left on device' "$1"; then
        echo "The disk is full: free some space (${2:-about 3 GB} are needed below $cache) and run this again."
    elif grep -qiE 'could not resolve|temporary failure|unable to connect|connection (timed out|refused)|failed to fetch|network is unreachable' "$1"; then
        echo 'The package mirror was not reached: check the network and the proxy settings (http_proxy), then run this again.'
    elif grep -qiE 'dpkg was interrupted' "$1"; then
        echo 'An earlier installation was interrupted: run this again, it is repaired.'
    elif grep -qiE 'could not get lock|unable to acquire' "$1"; then
        echo 'Another package installation is going on: wait for it, then run this again.'
    elif grep -qiE 'NO_PUBKEY|not signed|invalid signature|not yet valid' "$1"; then
        echo 'The signatures of the packages could not be checked: look at the clock, and install debian-archive-keyring on this machine.'
    elif grep -qiE 'newuidmap|subuid|user namespace|unshare' "$1"; then
        echo 'User namespaces do not work for this user: install uidmap, see that /etc/subuid has a line for the user, or run this as root.'
    fi
}

# Says every 15 seconds how long a phase has been going on; ends when its stdin closes, so never outlives us.
# tick LOG START
tick() {
    local last status
    while status=0; read -r -t 15 || status=$?; ((status > 128)); do
        last=$(tail -n 1 -- "$1" 2> /dev/null | tr -cd '[:print:]' | cut -c 1-100)
        say "  … $((SECONDS - $2)) s  $last"
    done
}

# phase "what is done" COMMAND…: runs the command with its output in a log; on failure shows the end of it and stops.
phase() {
    local text=$1 log=$cache/log/$(date +%Y%m%d-%H%M%S)-$$-$RANDOM.log start=$SECONDS status=0 ticker
    shift
    mkdir -p "$cache/log"
    say "$text (log: $log)"
    exec {ticker}> >(exec >&2; tick "$log" "$start")
    if type setpriv > /dev/null 2>&1 && [[ $(type -t "$1") == file ]]; then
        set -- setpriv --pdeathsig TERM -- "$@"
    fi
    "$@" < /dev/null > "$log" 2>&1 {ticker}>&- || status=$?
    exec {ticker}>&-
    if ((status != 0)); then
        tail -n 15 -- "$log" >&2
        local advice
        advice=$(advice_for "$log")
        die "$text: failed with code $status after $((SECONDS - start)) s; the whole log is $log" ${advice:+"$advice"}
    fi
    say "  done in $((SECONDS - start)) s"
    rm -f "$log"
}

# need_space FOLDER MEGABYTES
need_space() {
    local available
    available=$(df -Pk -- "$1" | awk 'NR == 2 { print int($4 / 1024) }')
    ((available >= $2)) ||
        die "there are $available MB free at $1 and $2 MB are needed." \
            'Free some space, or set XDG_CACHE_HOME to a folder on another disk.'
}
