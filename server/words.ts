import type { z } from 'zod'

/** What is wrong with input where its schema does not say it better itself: as a form says it below a field. */
export const plainWords = { localeError: (issue: z.core.$ZodRawIssue): string => wordsFor(issue) }

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

const FRAGMENT = /^(Must|Is|Contains)\b/

/** What stands below a field leans on the field's label; on its own it needs the name. */
export function sentenceOf(fields: Record<string, string>): string {
  const [first] = Object.entries(fields)
  if (!first) return 'Please check what you entered'
  const [field, message] = first
  if (!FRAGMENT.test(message)) return message
  return `${labelOf(field)} ${message.charAt(0).toLowerCase()}${message.slice(1)}`
}

/** "Tax rate" of `tax_rate`, "Client" of `client_id`, "Rate" of `items.0.rate`. */
function labelOf(field: string): string {
  const name = field.split('.').findLast((part) => part !== '' && !/^\d+$/.test(part)) ?? 'body'
  const words = name.replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
