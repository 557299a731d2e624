import { foldCase } from '#core/text.ts'
import type { User } from '#features/foundation/account/contract.ts'
import { businessName } from '#features/foundation/account/rules.ts'

const DAY = 86_400_000
/** Leaves one of the promised thirty days for the removal and its last mail. */
const DAYS_TO_RETURN = 29

export const deletionDay = (now: Date): Date => new Date(now.getTime() + DAYS_TO_RETURN * DAY)

/** The removal waits only so long for the last mail to be sent. */
export const waitsForMail = (removalBeganAt: Date, now: Date): boolean =>
  now.getTime() - removalBeganAt.getTime() < DAY

/** To delete the account, its business name has to be typed. */
export const confirms = (typed: string, user: User): boolean =>
  inOneLine(typed) === inOneLine(businessName(user))

const inOneLine = (text: string): string => foldCase(text.trim().replace(/\s+/g, ' '))
