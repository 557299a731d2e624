import type { z } from 'zod'
import type { Call } from './answers.ts'
import { filled, type Given } from './blank.ts'

let records = 0

/**
 * A record with a version, as the server has it. Each has an id of its own, since the app remembers which versions of a
 * record it has made.
 */
export function savedRecord<Schema extends z.ZodType<{ version: number }, { version: number }>>(
  schema: Schema,
  given: Given<z.input<Schema>>,
) {
  let current = filled(schema, { ...given, id: ++records, version: 1 })
  return {
    id: records,
    current: () => current,
    /** From here or from another tab. */
    change: (part: Given<z.input<Schema>>) => {
      current = filled(schema, { ...current, ...part, version: current.version + 1 })
      return current
    },
    /** For an answer: refused if the record has changed since. */
    ifUnchanged:
      <Answer>(change: (call: Call) => Answer) =>
      (call: Call): Answer | Response =>
        call.ifMatch === current.version
          ? change(call)
          : Response.json({ error: 'It has changed', code: 'version_conflict', current }, { status: 409 }),
  }
}
