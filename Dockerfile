# The first stage installs and compiles everything; the second takes only the result.
# Both stages use the same digest, that of the multi-platform image. To renew it, pull
# python:3.13-slim, then `docker image inspect --format '{{index .RepoDigests 0}}' python:3.13-slim`.
FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/boop && python -m venv /opt/tools
COPY requirements-full.lock requirements-build.lock /build/
RUN /opt/boop/bin/pip install --require-hashes --only-binary :all: -r /build/requirements-full.lock
RUN /opt/tools/bin/pip install --require-hashes --only-binary :all: -r /build/requirements-build.lock
COPY pyproject.toml README.md LICENSE /build/
COPY bot /build/bot
COPY cogs /build/cogs
COPY playground /build/playground
COPY render /build/render
# Nothing is downloaded from here on.
RUN /opt/tools/bin/pip wheel --no-index --no-deps --no-build-isolation --wheel-dir /build/wheels /build && \
    /opt/boop/bin/pip install --no-index --no-deps /build/wheels/*.whl
# Compile for any processor of this architecture, as the image may run on another machine.
ENV NUMBA_CPU_NAME=generic NUMBA_CACHE_DIR=/opt/compiled
RUN /opt/boop/bin/boop perft classic 3 && \
    /opt/boop/bin/python -c 'import numba; from bot.features.practice.engine_requests import get_ready; get_ready(print)' && \
    /opt/boop/bin/pip uninstall --yes pip

FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

RUN useradd --uid 10001 --user-group --home-dir /var/lib/boop --create-home --skel /dev/null \
    --shell /usr/sbin/nologin boop
COPY --from=build /opt/boop /opt/boop
# numba uses compiled code only from a folder that it can write to.
COPY --from=build --chown=boop:boop /opt/compiled /opt/compiled
ENV PATH=/opt/boop/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    NUMBA_CPU_NAME=generic \
    NUMBA_CACHE_DIR=/opt/compiled \
    BOOP_DATABASE=/var/lib/boop/boop.sqlite3 \
    BOOP_LOG_FORMAT=json \
    BOOP_HEALTH_PORT=8080
# By numbers, which Kubernetes can tell from root.
USER 10001:10001
WORKDIR /var/lib/boop
VOLUME /var/lib/boop
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["/opt/boop/bin/boop", "check", "--health"]
ENTRYPOINT ["/opt/boop/bin/boop"]
CMD ["run"]
