# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Random failures
# About: A share of the candidates fails by chance: to try stopping after some failures, and running what failed again.
# Parameter share: 10,50
# Parameter n: 1:10
# Exit codes: 0 1

# Fails in about as many of 100 cases as "share" says.
share={{share}}
n={{n}}

dice=$(awk -v seed="$n$share" 'BEGIN { srand(seed); print int(100 * rand()) }')
echo "candidate $n: $dice of 100, fails below $share"
if [ "$dice" -lt "$share" ]; then
    echo "bad luck" >&2
    exit 1
fi
