import type { z } from 'zod'

/** Messages for invalid input where its schema has none of its own, worded as a form shows them below a field. */
export const zodMessages = { localeError: (issue: z.core.$ZodRawIssue): string => messageFor(issue) }

function messageFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue.expected, issue.input)
    case 'too_small':
      return `Must ${amount('at least', issue.minimum, issue.origin)}`
    case 'too_big':
      return `Must ${amount('at most', issue.maximum, issue.origin)}`
    case 'invalid_value':
      return `Must be ${anyOf(issue.values.map(String))}`
    default:
      return 'Is not valid'
  }
}

const TYPE_MESSAGES: Record<string, string> = {
  object: 'Must be a JSON object',
  array: 'Must be a list',
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
}

const typeMessage = (expected: string, input: unknown): string =>
  expected !== 'object' && (input === undefined || input === null)
    ? 'Is required'
    : (TYPE_MESSAGES[expected] ?? 'Is not valid')

const UNITS: Record<string, string> = { string: 'characters', array: 'entries' }

function amount(bound: 'at least' | 'at most', limit: number | bigint, origin: string): string {
  const unit = UNITS[origin]
  const number = limit.toLocaleString('en-US')
  return unit ? `have ${bound} ${number} ${unit}` : `be ${bound} ${number}`
}

const anyOf = (values: string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)
