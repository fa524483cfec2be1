# Rota in a container: `docker build -t rota .`; docs/operate/deploy.md tells the rest.
# Both images can be replaced, for a mirror or another release of Debian. They must have the same C library.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim
ARG RUNTIME_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /rota
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
# The image has its Node already: without the optional packages, which bring another one. No package needs an install script.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
COPY bin bin
COPY sdk sdk
COPY src src
COPY scripts/bundle.mjs scripts/
COPY LICENSE ./

# The bundle that the image starts from. Its bundler is an optional package, and stays here.
FROM build AS bundle
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
RUN node scripts/bundle.mjs

FROM ${RUNTIME_IMAGE}
# Node alone, without npm.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /rota /rota
COPY --from=bundle /rota/node_modules/.cache /rota/node_modules/.cache
RUN ln -s /rota/bin/rota.mjs /usr/local/bin/rota && mkdir -m 700 /data && chown 10001:10001 /data
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
WORKDIR /rota
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ROTA_DATA_DIR=/data
# The embedded database. With DATABASE_URL it stays empty, and nothing else is ever written.
VOLUME /data
EXPOSE 3000
# Docker's health is that of the process. Whoever sends calls here asks /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["rota"]
CMD ["serve"]
