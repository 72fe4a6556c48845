# One image for both processes: the web server (the default command) and the worker (command "worker").
# The database is another container or a managed PostgreSQL, named by DATABASE_URL.
# Needs BuildKit, which every current engine has; packages are kept between builds in its cache.

FROM node:22-bookworm-slim AS build
RUN install -d -o node -g node /app
USER node
WORKDIR /app
# An empty folder, a plain user, and a source that is only read: everything else is said in the script, which
# `npm run bench -- image` runs without an engine.
RUN --mount=type=bind,target=/source --mount=type=cache,target=/home/node/.npm,uid=1000,gid=1000 \
  sh /source/scripts/image/build.sh /source /app

FROM node:22-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production \
    ASSAY_READERS=generated/readers \
    NEXT_TELEMETRY_DISABLED=1 \
    HOST=0.0.0.0 \
    PORT=3000 \
    ASSAY_DEMO=0 \
    ASSAY_WORKER=external \
    ASSAY_STATE_DIR=/tmp/assay
# Owned by root and not writable by the account that runs it. /tmp and .next/cache are all it writes to.
COPY --from=build --chown=root:root /app /app
RUN chown node:node .next/cache
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--conditions=react-server", "scripts/run.cjs"]
CMD ["start"]
