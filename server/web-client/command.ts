import { buildWebIfStale } from '#server/web-client/build.ts'

await buildWebIfStale()
