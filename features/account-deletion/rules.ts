import { foldCase } from '#core/text.ts'
import type { User } from '#features/account/contract.ts'
import { businessName } from '#features/account/rules.ts'

const DAY = 86_400_000
/** Leaves a day of the promised thirty for the removal itself and its last mail. */
const DAYS_TO_RETURN = 29

export const deletionDay = (now: Date): Date => new Date(now.getTime() + DAYS_TO_RETURN * DAY)

/** After so long, a last mail that has not left does not hold up the removal. */
export const waitsForMail = (removalBeganAt: Date, now: Date): boolean =>
  now.getTime() - removalBeganAt.getTime() < DAY

/** The name of the business is to be typed to delete the account. */
export const confirms = (typed: string, user: User): boolean =>
  inOneLine(typed) === inOneLine(businessName(user))

const inOneLine = (text: string): string => foldCase(text.trim().replace(/\s+/g, ' '))
