# One image for the HTTP host (what it runs when nothing is said), the worker and the operators' commands.
#
#   docker build -t ledgerport:0.1.0 --build-arg VERSION=0.1.0 --build-arg REVISION=$(git rev-parse HEAD) .
#
# tests/deploy/image.test.ts takes these very lines and makes and runs the release without a container engine.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci
RUN npm run build
RUN npm prune --omit=dev --omit=optional

FROM ${NODE_IMAGE}
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Ledgerport" \
      org.opencontainers.image.description="Accounting integration through one API: HTTP host, worker and operators' commands" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY LICENSE NOTICE deploy/healthcheck.mjs ./
# The image's user `node`, as a number: Kubernetes checks runAsNonRoot by it. Nothing in /app is that user's.
USER 1000:1000
EXPOSE 8080 8081 8082
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --start-interval=1s --retries=3 CMD ["node", "healthcheck.mjs"]
CMD ["node", "dist/hosts/koa/main.js"]
