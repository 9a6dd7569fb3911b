# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Completion of hermesctl for bash. What it offers comes from the help of the program that is installed.

_hermesctl() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} words
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        words=$("${COMP_WORDS[0]}" --help 2> /dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\).*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$words --help --version" -- "$current")
        return
    fi
    case $previous in
        --language)
            mapfile -t COMPREPLY < <(compgen -W 'python shell' -- "$current")
            return
            ;;
        --order)
            mapfile -t COMPREPLY < <(compgen -W 'index random' -- "$current")
            return
            ;;
        --secret)
            words=$("${COMP_WORDS[0]}" secrets list 2> /dev/null | sed '1d; s/  .*//')
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
            return
            ;;
        secrets)
            mapfile -t COMPREPLY < <(compgen -W 'set list delete' -- "$current")
            return
            ;;
        set | delete)
            if [[ $verb == secrets ]]; then
                words=$("${COMP_WORDS[0]}" secrets list 2> /dev/null | sed '1d; s/  .*//')
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
                return
            fi
            ;;
        --backend)
            words=$("${COMP_WORDS[0]}" run --help 2> /dev/null | sed -n 's/^Backend \(.*\):$/\1/p')
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
            return
            ;;
    esac
    if [[ $current == -* ]]; then
        words=$("${COMP_WORDS[0]}" "$verb" --help 2> /dev/null | sed -n 's/^  \(-[a-z-]*\).*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi
    if [[ $verb == images ]] && ((COMP_CWORD == 2)); then
        words=$("${COMP_WORDS[0]}" images --help 2> /dev/null | sed -n 's/^  \(list|[a-z|]*\).*/\1/p' | tr '|' ' ')
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
}
complete -o filenames -F _hermesctl hermesctl
