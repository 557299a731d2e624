import { z } from 'zod'
import { type ApiError, invalid } from './errors.ts'
import type { Form } from './form.ts'

export const text = z.string().min(1).max(5000)
export const id = text
export const yes = z.literal('true')
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'not an integer')
  .transform(Number)
export const amount = integerBetween(0, 99_999_999)
export const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/, 'not a currency')
  .transform((code) => code.toLowerCase())
export const email = text.max(512).regex(/^[^\s@]+@[^\s@]+$/, 'not an email address')
export const webUrl = text.refine(
  (value) => URL.canParse(value) && /^https?:\/\/\S+$/.test(value),
  'not a URL',
)
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= 50, 'more than 50 pairs')
  .optional()
export const limit = integerBetween(1, 100).optional()

function integerBetween(least: number, most: number) {
  return integer.refine((value) => value >= least && value <= most, `not between ${least} and ${most}`)
}

/** Parameters that the sandbox does not act on are refused, never silently ignored. */
export function parseParameters(schema: z.ZodType, form: Form): unknown {
  const result = schema.safeParse(form)
  if (result.success) return result.data
  throw refusal(result.error.issues)
}

function refusal(issues: z.core.$ZodIssue[]): ApiError {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown) {
    const param = nameOf([...unknown.path, ...unknown.keys.slice(0, 1)])
    return invalid(
      `The payment sandbox does not implement the parameter ${param}.`,
      param,
      'parameter_unknown',
    )
  }
  const [issue] = issues
  const param = nameOf(issue?.path ?? [])
  return invalid(`Invalid ${param}: ${issue?.message}`, param)
}

function nameOf(path: PropertyKey[]): string {
  const [head, ...rest] = path.map(String)
  return `${head ?? ''}${rest.map((part) => `[${part}]`).join('')}`
}
