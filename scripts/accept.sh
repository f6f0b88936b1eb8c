#!/usr/bin/env bash
# Writes generated, committed files anew: `headers` from src/capi/, `compatibility`
# from the documented names, `abi` from the built library.
set -euo pipefail
. "$(dirname "$0")/common.sh"
case ${1:-} in
    headers) AKGL_ACCEPT=1 cargo test --locked --quiet --no-default-features --test headers ;;
    compatibility) AKGL_ACCEPT=1 cargo test --locked --quiet --no-default-features --test compatibility ;;
    abi)
        set_up
        # shellcheck disable=SC2086 -- the features are separate words
        AKGL_ACCEPT=1 cargo test --locked --quiet $features --test abi --test abi_layout accepted
        scripts/abi-check.sh accept
        ;;
    *) die "usage: scripts/accept.sh headers|compatibility|abi" ;;
esac
git status --short include abi docs/compatibility.md
