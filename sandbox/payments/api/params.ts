import { z } from 'zod'
import { type ApiError, invalid } from './errors.ts'
import type { Form } from './form.ts'

export const text = z.string().min(1, { error: 'empty' }).max(5000)
export const id = text
export const flag = z
  .enum(['true', 'false'], {
    error: ({ input }) => (typeof input === 'string' ? `Invalid boolean: ${input}` : 'Invalid boolean'),
  })
  .transform((value) => value === 'true')
export const integer = z
  .string()
  .refine((value) => /^-?\d{1,15}$/.test(value), { error: (issue) => `Invalid integer: ${issue.input}` })
  .transform(Number)
export const positive = integer.refine((value) => value >= 1, {
  error: 'This value must be greater than or equal to 1.',
})
export const MAX_QUANTITY = 999_999
export const MAX_TRIAL_DAYS = 730
export const MAX_AMOUNT = 99_999_999
export const amount = integerBetween(0, MAX_AMOUNT)
export const timestamp = integer
export const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/, { error: 'Invalid currency.' })
  .transform((code) => code.toLowerCase())
export const email = text
  .max(512)
  .regex(/^[^\s@]+@[^\s@]+$/, { error: (issue) => `Invalid email address: ${issue.input}` })
export const address = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
})
export const webUrl = text.refine((value) => URL.canParse(value) && /^https?:\/\/\S+$/.test(value), {
  error: 'Not a valid URL',
})

export function integerBetween(least: number, most: number) {
  return integer.refine((value) => value >= least && value <= most, {
    error: `This value must be between ${least} and ${most}.`,
  })
}

/** An empty string unsets the value. */
export function emptyable<T extends z.ZodType>(inner: T) {
  return z.union([z.literal('').transform(() => null), inner])
}

export function oneOf<const T extends [string, ...string[]]>(...values: T) {
  return z.enum(values, { error: () => `must be one of ${spoken(values)}` })
}

export const metadata = emptyable(
  z.record(z.string().max(40), z.string().max(500)).refine((pairs) => Object.keys(pairs).length <= 50),
)
export const expand = z.array(text).optional()
export const range = z.union([
  integer,
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
])
export const paging = {
  limit: integer
    .refine((value) => value >= 1 && value <= 100, { error: 'Invalid integer: must be between 1 and 100' })
    .optional(),
  starting_after: id.optional(),
  ending_before: id.optional(),
  expand,
}

/** Parameters that the real API has and the sandbox does not implement are refused, never silently ignored. */
export interface Parameters<T> {
  schema: z.ZodType<T>
  unsupported: readonly string[]
}

export function parameters<S extends z.ZodRawShape>(shape: S, unsupported: readonly string[] = []) {
  return { schema: z.strictObject(shape), unsupported }
}

export function parseParameters<T>({ schema, unsupported }: Parameters<T>, form: Form): T {
  const foreign = Object.keys(form).find((name) => unsupported.includes(name))
  if (foreign) throw invalid(`The payment sandbox does not implement the parameter ${foreign}.`, foreign)
  const result = schema.safeParse(form)
  if (result.success) return result.data
  throw refusal(result.error.issues, form)
}

type Issue = z.core.$ZodIssue

function refusal(issues: Issue[], form: Form): ApiError {
  const leaves = issues.flatMap(deepest)
  const unknown = leaves.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown?.code === 'unrecognized_keys') {
    const param = nameOf([...unknown.path, unknown.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  const issue = leaves[0]
  if (!issue) return invalid('Invalid request.')
  const param = nameOf(issue.path)
  if (isAbsent(issue, form)) {
    return invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  }
  if (issue.message === 'empty') {
    return invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      param,
      'parameter_invalid_empty',
    )
  }
  if (issue.message.startsWith('Invalid integer')) {
    return invalid(issue.message, param, 'parameter_invalid_integer')
  }
  if (issue.message.startsWith('Invalid email')) return invalid(issue.message, param, 'email_invalid')
  if (issue.message === 'Not a valid URL') return invalid(issue.message, param, 'url_invalid')
  if (issue.message.startsWith('must be')) return invalid(`Invalid ${param}: ${issue.message}`, param)
  return invalid(issue.message, param)
}

function isAbsent(issue: Issue, form: Form): boolean {
  let value: unknown = form
  for (const part of issue.path) {
    if (typeof value !== 'object' || value === null) return false
    value = Object.entries(value).find(([name]) => name === String(part))?.[1]
  }
  return value === undefined
}

/** The issues of the union member that got furthest. */
function deepest(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const inner = issue.errors
    .map((issues) => issues.map((sub) => ({ ...sub, path: [...issue.path, ...sub.path] })))
    .filter((issues) => !issues.some((sub) => sub.code === 'invalid_value' && sub.values[0] === ''))
  return (inner.at(-1) ?? []).flatMap(deepest)
}

function nameOf(path: PropertyKey[]): string {
  const [head, ...rest] = path.map(String)
  return `${head ?? ''}${rest.map((part) => `[${part}]`).join('')}`
}

function spoken(values: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(values)
}
