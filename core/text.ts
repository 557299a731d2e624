import { z } from 'zod'

const SHORT = 200
const LONG = 10_000

/** The only character that PostgreSQL cannot store in text. */
const storable = (text: string) => !text.includes('\0')
const UNSTORABLE = 'Contains a character that cannot be stored'

const text = (length: number, missing: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : 'Must be text') })
    .trim()
    .max(length, {
      error: () => `Must have at most ${length.toLocaleString('en-US')} characters`,
      // Checks that follow would otherwise read the whole of it.
      abort: true,
    })
    .refine(storable, { error: UNSTORABLE, abort: true })

/** Whitespace and invisible characters: a name of only these would be a blank line in every list. */
const INVISIBLE = /[\s\p{Control}\p{Default_Ignorable_Code_Point}\u2800]/gu
const isVisible = (text: string) => text.replace(INVISIBLE, '') !== ''

export const required = (message: string, length = SHORT) =>
  text(length, message).min(1, { error: message, abort: true }).refine(isVisible, message)
export const minLength = (length: number, message: string) => text(LONG, message).min(length, message)
export const maxLength = (length: number) => text(length, 'Must be text')

/** Optional text; if left out, it is empty. */
export const line = maxLength(SHORT).nullish().transform(orEmpty)
export const prose = maxLength(LONG).nullish().transform(orEmpty)

/** The part after the @ has a dot that is neither its first nor its last character. */
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/
const PHONE = /^\+?[1-9]\d{1,14}$/

export const isEmail = (text: string): boolean => EMAIL.test(text)
export const isPhone = (text: string): boolean => PHONE.test(text.replace(/[\s()-]/g, ''))

export const email = (message: string) => optionally(isEmail, message)
export const phone = (message: string) => optionally(isPhone, message)

const optionally = (check: (text: string) => boolean, message: string) =>
  maxLength(SHORT)
    .refine((text) => text === '' || check(text), message)
    .nullish()
    .transform(orEmpty)

function orEmpty(text: string | null | undefined): string {
  return text ?? ''
}

/** Email addresses as people list them. */
export const addressesIn = (written: string): string[] =>
  written.split(/[,;\s]+/).filter((address) => address !== '')

export function truncate(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

/** For a name inside a sentence. */
export const truncateName = (name: string): string => truncate(name, 60)

/** For sorting and search without case and accents. The app does it, since databases differ. */
export const foldCase = (text: string): string => withoutAccents(text).toLowerCase()

/** Marks are removed before as well, since sorting a long run of them takes quadratic time. */
export const withoutAccents = (text: string): string =>
  text.replace(MARKS, '').normalize('NFKD').replace(MARKS, '')

const MARKS = /\p{Mark}/gu
