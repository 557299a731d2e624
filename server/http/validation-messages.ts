import type { z } from 'zod'
import { withFieldName } from '#core/field-error.ts'

/** What is wrong with input where its schema does not say it better itself: as a form says it below a field. */
export const zodMessages = { localeError: (issue: z.core.$ZodRawIssue): string => wordsFor(issue) }

function wordsFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrongKind(issue.expected, issue.input)
    case 'too_small':
      return `Must ${amount('at least', issue.minimum, issue.origin)}`
    case 'too_big':
      return `Must ${amount('at most', issue.maximum, issue.origin)}`
    case 'invalid_value':
      return `Must be ${anyOf.format(issue.values.map(String))}`
    default:
      return 'Is not valid'
  }
}

const KINDS: Record<string, string> = {
  object: 'Must be a JSON object',
  array: 'Must be a list',
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
}

const wrongKind = (expected: string, input: unknown): string =>
  expected !== 'object' && (input === undefined || input === null)
    ? 'Is required'
    : (KINDS[expected] ?? 'Is not valid')

const COUNTED: Record<string, string> = { string: 'characters', array: 'entries' }

function amount(words: 'at least' | 'at most', limit: number | bigint, origin: string): string {
  const counted = COUNTED[origin]
  const number = limit.toLocaleString('en-US')
  return counted ? `have ${words} ${number} ${counted}` : `be ${words} ${number}`
}

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The first of the faults, on its own. */
export function summarize(fields: Record<string, string>): string {
  const [first] = Object.entries(fields)
  return first ? withFieldName(...first) : 'Please check what you entered'
}
