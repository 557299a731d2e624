import '#server/quick-start.ts'

await import('./carry-out.ts')
