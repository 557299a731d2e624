import { z } from 'zod'
import type { Timer } from '../contract.ts'

/** The work that a timer measures. */
export const Work = z.object({
  project_id: z.int(),
  project_name: z.string(),
  client_name: z.string().nullable(),
  description: z.string(),
  is_billable: z.boolean(),
})
export type Work = z.output<typeof Work>

/** A press that the server may not know of yet. It counts from `at`, and its key makes it count once. */
export const Press = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), key: z.string(), account: z.int(), at: z.number(), work: Work }),
  z.object({
    kind: z.literal('stop'),
    key: z.string(),
    account: z.int(),
    at: z.number(),
    /** The timer that it stops; null for one whose start is not sent yet. */
    timer: z.object({ id: z.int(), version: z.int() }).nullable(),
  }),
])
export type Press = z.output<typeof Press>

/** A timer as the browser shows it, also before the server knows of it. */
export type ShownTimer = Omit<Timer, 'id' | 'version' | 'project_status'> & {
  saved: Pick<Timer, 'id' | 'version'> | null
}

/** The timer once all presses have arrived. */
export const timerAfter = (timer: Timer | null, presses: readonly Press[]): ShownTimer | null =>
  presses.reduce<ShownTimer | null>(
    (_, press) =>
      press.kind === 'start' ? { ...press.work, started_at: new Date(press.at), saved: null } : null,
    timer && { ...timer, saved: { id: timer.id, version: timer.version } },
  )
