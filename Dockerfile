# Everything is installed and compiled in the first stage; the second takes the result alone.
FROM python:3.13-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/boop
COPY requirements-fast.lock /build/
RUN /opt/boop/bin/pip install --require-hashes --only-binary :all: -r /build/requirements-fast.lock
COPY pyproject.toml README.md LICENSE /build/
COPY bot /build/bot
COPY cogs /build/cogs
COPY playground /build/playground
COPY render /build/render
RUN /opt/boop/bin/pip install --no-deps /build
# Compiled for any processor of the kind, since the image may run on another one than this.
ENV NUMBA_CPU_NAME=generic NUMBA_CACHE_DIR=/opt/boop/compiled
RUN /opt/boop/bin/boop perft classic 3 && \
    printf 'newgame seam\nisready\n' | /opt/boop/bin/boop engine && \
    /opt/boop/bin/pip uninstall --yes pip

FROM python:3.13-slim

RUN useradd --uid 10001 --user-group --home-dir /var/lib/boop --create-home --shell /usr/sbin/nologin boop
COPY --from=build /opt/boop /opt/boop
# numba takes what was compiled only from a folder that it may write to.
COPY --from=build --chown=boop:boop /opt/boop/compiled /opt/boop/compiled
ENV PATH=/opt/boop/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    NUMBA_CPU_NAME=generic \
    NUMBA_CACHE_DIR=/opt/boop/compiled \
    BOOP_DATABASE=/var/lib/boop/boop.sqlite3 \
    BOOP_LOG_FORMAT=json \
    BOOP_HEALTH_PORT=8080
USER boop
WORKDIR /var/lib/boop
VOLUME /var/lib/boop
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["/opt/boop/bin/boop", "check", "--health"]
ENTRYPOINT ["/opt/boop/bin/boop"]
CMD ["run"]
