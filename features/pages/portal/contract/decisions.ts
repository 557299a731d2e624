import { z } from 'zod'
import { EnteredMoney } from '#core/money-schemas.ts'
import { prose } from '#core/text.ts'
import { LineRequestInputs } from '#features/billing/line-requests/contract.ts'
import { Verdict } from '#features/engagement/approvals/contract/decisions.ts'

/** A client who saw version 3 does not decide on version 4 by accident. */
const SeenVersion = z.int().min(1).optional()

export const Decide = z
  .object({
    feedback: prose,
    version: SeenVersion.meta({
      description: 'The version that the client saw; 409 if there is a newer one.',
    }),
    fee: EnteredMoney.nullish().meta({
      description: 'The fee that the client saw; 409 if it has changed since.',
    }),
  })
  .nullish()
  .transform((body) => ({ feedback: body?.feedback ?? '', version: body?.version, fee: body?.fee }))

export type DeliverableDecision = z.output<typeof Decide>

export const FEEDBACK_REQUIRED = 'Please say what should be changed'

export const InvoiceDecision = z
  .object({
    status: Verdict,
    client_notes: prose,
    lines: LineRequestInputs.default([]).meta({
      description:
        'What should be changed on single lines. The client agrees to the others, which can be paid at once.',
    }),
    revision: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The revision that the client saw; 409 if it has changed since.' }),
  })
  .refine(
    ({ status, client_notes, lines }) => status === 'approved' || client_notes !== '' || lines.length > 0,
    {
      path: ['client_notes'],
      error: FEEDBACK_REQUIRED,
    },
  )
  .refine(({ status, lines }) => status === 'rejected' || lines.length === 0, {
    path: ['lines'],
    error: 'Only with requested changes',
  })

export type InvoiceDecision = z.output<typeof InvoiceDecision>
