# Vitrine from this repository, for amd64 and arm64: docker build --tag vitrine .
# docs/container.md says how it runs. In production, pin both images by digest: node:24-trixie@sha256:…
FROM node:24-trixie AS build
WORKDIR /srv/build
COPY . .
RUN npx -y pnpm@12 install --frozen-lockfile --filter . --filter 'vitrine...' \
  && node_modules/.bin/tsup --silent \
  && npx -y pnpm@12 --config.injectWorkspacePackages=true --filter vitrine deploy --prod /srv/vitrine
# What no running server reads: types, maps to the sources, fonts in other formats, binaries for other systems and the
# sources of SQLite.
RUN find /srv/vitrine -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' \) -delete \
  && find /srv/vitrine -path '*/@fontsource*' -type f ! -name '*-normal.woff2' ! -name package.json ! -name LICENSE -delete \
  && find /srv/vitrine -path '*/prebuilds/*.node' ! -name "linux-$(node --print process.arch).node" -delete \
  && rm -rf /srv/vitrine/node_modules/.pnpm/better-sqlite3@*/node_modules/better-sqlite3/deps
# Node without symbols, and the programs that protect decoders (docs/security.md#a-decoder-that-was-taken-over).
RUN mkdir -p /srv/root/usr/bin /srv/root/usr/lib /srv/data \
  && strip -o /srv/root/usr/bin/node "$(node --print process.execPath)" \
  && cp --dereference "$(command -v sh)" /srv/root/usr/bin/sh \
  && cp "$(command -v setpriv)" /srv/root/usr/bin/setpriv \
  && cp --dereference "$(ldd "$(command -v setpriv)" | awk '/libcap-ng/ { print $3 }')" /srv/root/usr/lib/

FROM gcr.io/distroless/cc-debian13
LABEL org.opencontainers.image.title=Vitrine org.opencontainers.image.licenses=MIT
COPY --from=build /srv/root /
COPY --from=build --chown=10001:10001 /srv/data /data
COPY --from=build /srv/vitrine /srv/vitrine
ENV VITRINE_DATABASE_URL=sqlite:/data/vitrine.db VITRINE_HOST=0.0.0.0 VITRINE_PORT=8080 TMPDIR=/tmp
WORKDIR /data
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.VITRINE_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/srv/vitrine/dist/cli.js"]
CMD ["serve"]
