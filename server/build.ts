import { buildWebIfStale } from '#server/web-build.ts'

await buildWebIfStale()
