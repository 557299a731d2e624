# Pinned by digest, so that the same image comes out on every machine. To renew it:
# docker buildx imagetools inspect node:26-bookworm-slim
FROM node:26-bookworm-slim@sha256:367679cf9792759492a486e4aa4b421764d71a9546a6dae8aab81a99eb797b3e AS base
WORKDIR /app
# The Node.js that package-lock.json names, in the place of the image's own.
ENV PATH=/app/node_modules/.bin:$PATH

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node server/web-client/command.ts && npm prune --omit=dev

# The code belongs to root, and runs as somebody who can write nothing but /data.
FROM base
ENV HOST=0.0.0.0 DATA_DIRECTORY=/data NODE_COMPILE_CACHE=/app/node_modules/.cache/compiled
COPY --from=build /app ./
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "server/main.ts"]
