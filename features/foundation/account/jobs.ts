import type { FindCaller } from '#server/jobs/run.ts'
import { actForAccount } from './actions.ts'

/** On whose behalf a job runs. */
export const findCaller: FindCaller = actForAccount
