export const CODE_MINUTES = 10
/** After so many wrong guesses, the code is no longer valid. */
export const MAX_GUESSES = 5
/** Mails with codes to one address. Requests beyond it are not refused, but nothing is sent. */
export const MAILS_PER_HOUR = 5

export const HOUR = 3_600_000
const CODE_MILLISECONDS = CODE_MINUTES * 60_000

/** Codes that were asked for before this instant are no longer valid. */
export const codesExpireBefore = (now: Date): Date => new Date(now.getTime() - CODE_MILLISECONDS)

interface Attempt {
  asked_at: Date
  mailed_at: Date | null
  used_at: Date | null
  wrong_guesses: number
}

export const isUsable = ({ asked_at, mailed_at, used_at, wrong_guesses }: Attempt, now: Date): boolean =>
  mailed_at !== null && used_at === null && wrong_guesses < MAX_GUESSES && asked_at > codesExpireBefore(now)

/** Six digits, however they were typed. */
export const digitsIn = (written: string): string => written.replace(/\D/g, '').slice(0, 6)

/** The code in a link from a mail. It is in the fragment, which browsers and mail scanners send to no server. */
export const codeIn = (hash: string): string | undefined => /^#code=(\d{6})$/.exec(hash)?.[1]
export const linkPath = (code: string): string => `/sign-in#code=${code}`
