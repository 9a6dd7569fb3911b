ARG BASE=python:3.11-slim
FROM ${BASE}

# The image for snippets that Hermes Panel brings along. Only what the base does not have yet is installed, so that on a base
# with everything it is built without a network.
LABEL org.opencontainers.image.title="hermes-sandbox" \
      org.opencontainers.image.description="Python with the usual libraries and tools, for snippets of Hermes Panel" \
      org.opencontainers.image.version="0.6"

RUN set -eu; \
    missing=""; \
    for tool in git curl rg:ripgrep jq sqlite3; do \
        command -v "${tool%%:*}" >/dev/null || missing="$missing ${tool##*:}"; \
    done; \
    if [ -n "$missing" ]; then \
        apt-get update; \
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates $missing; \
        rm -rf /var/lib/apt/lists/*; \
    fi

RUN set -eu; \
    missing=""; \
    for library in pandas numpy matplotlib requests; do \
        python3 -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$library') is None)" \
            || missing="$missing $library"; \
    done; \
    if [ -n "$missing" ]; then python3 -m pip install --no-cache-dir $missing; fi

CMD ["python3"]
