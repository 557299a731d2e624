import '#server/quick-start.ts'

// Not by a plain import: those are all read before the first line runs.
await import('#server/daybook.ts')
