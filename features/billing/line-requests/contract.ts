import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { DocumentLine, MAX_LINES } from '#core/document-lines.ts'
import { Id } from '#core/schemas.ts'
import { required } from '#core/text.ts'

export const LineAnswer = z.enum(['changed', 'removed', 'explained', 'credited'])
export type LineAnswer = z.output<typeof LineAnswer>

/** A client's request to change one line of an invoice. */
export const LineRequest = z.object({
  id: z.int(),
  item_id: z.int().meta({ description: 'The line, unless it was removed since.' }),
  line: DocumentLine.meta({ description: 'The line as the client saw it.' }),
  note: z.string().meta({ description: 'What should be changed, as the client says.' }),
  client_name: z.string().meta({ description: "The client's name when changes were requested." }),
  requested_at: Instant,
  answer: LineAnswer.nullable().meta({ description: 'Null until it is answered.' }),
  answer_text: z.string().meta({ description: "The freelancer's words; may be empty if the line changed." }),
  answered_at: Instant.nullable(),
  closed_at: Instant.nullable().meta({
    description: 'When the client next decided on the invoice. Null while the line is not agreed on.',
  }),
})
export type LineRequest = z.output<typeof LineRequest>

export const LINE_NOTE_REQUIRED = 'Please say what should be changed on this line'
const MAX_NOTE_LENGTH = 1000

export const LineRequestInput = z.object({
  item_id: Id,
  note: required(LINE_NOTE_REQUIRED, MAX_NOTE_LENGTH),
})
export type LineRequestInput = z.output<typeof LineRequestInput>

export const LineRequestInputs = z
  .array(LineRequestInput)
  .max(MAX_LINES)
  .refine((lines) => new Set(lines.map(({ item_id }) => item_id)).size === lines.length, {
    error: 'Each line can be named once',
  })

export const LineExplanation = z.object({
  answer_text: required('Please explain the line', MAX_NOTE_LENGTH),
})
export type LineExplanation = z.output<typeof LineExplanation>
