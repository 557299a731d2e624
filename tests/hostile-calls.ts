import fc from 'fast-check'
import type { Endpoint } from '#sandbox/payments/api/endpoint.ts'
import { often, STRAY_QUERIES, WRONG_NUMBERS, WRONG_SEGMENTS, WRONG_TEXTS } from './hostile-input.ts'
import type { RawRequest } from './raw-http.ts'
import { inputOf, type JsonSchema } from './sound-request.ts'

/** Valid values for a form field, or for the id behind a noun of a path, by its name. */
export type KnownValues = Record<string, string[]>

const FORM = 'application/x-www-form-urlencoded'

/** Calls to the payment sandbox's API that are right but for something: their path, form, headers or key. */
export function hostileCalls(
  { method, path, parameters }: Endpoint,
  known: KnownValues,
  secretKey: string,
): fc.Arbitrary<RawRequest> {
  const schema = inputOf(parameters) ?? {}
  return fc
    .record({
      method: often(fc.constant<string>(method), fc.constantFrom(...METHODS), 20),
      path: paths(path, known),
      form: often(values(schema, '', known).map(encoded), fc.constantFrom(...BROKEN_FORMS)),
      query: often(
        fc.constant(''),
        fc.constantFrom(...STRAY_QUERIES).map((query) => query.slice(1)),
        20,
      ),
      type: often(fc.constant(FORM), fc.constantFrom('', 'application/json', `${FORM};;`, 'x'), 20),
      authorization: often(fc.constant(`Bearer ${secretKey}`), fc.constantFrom(...WRONG_KEYS), 15),
      headers: often(fc.constant({}), strayHeaders, 4),
    })
    .map(({ method, path, form, query, type, authorization, headers }) => {
      const search = [query, method === 'GET' ? form.slice(0, LONGEST_QUERY) : ''].filter(Boolean).join('&')
      return {
        method,
        path: search ? `${path}?${search}` : path,
        body: Buffer.from(method === 'GET' ? '' : form),
        headers: {
          ...(type && { 'content-type': type }),
          ...(authorization && { authorization }),
          ...headers,
        },
      }
    })
}

/** The limit of Node.js for a request line, with room for the headers. */
const LONGEST_QUERY = 8000

const METHODS = ['GET', 'POST', 'DELETE', 'HEAD', 'PUT', 'PATCH', 'OPTIONS', 'TRACE']
const WRONG_KEYS = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  `Bearer ${'x'.repeat(3000)}`,
  'Basic %%%',
  'Basic Og==',
]

function paths(path: string, known: KnownValues): fc.Arbitrary<string> {
  const right = path.split('/').map((segment, index, segments) => {
    const ids = known[segments[index - 1] ?? ''] ?? ['x']
    return segment === ':id' ? fc.constantFrom(...ids) : fc.constant(segment)
  })
  const wrong = path
    .split('/')
    .map((segment) => (segment === ':id' ? fc.constantFrom(...WRONG_SEGMENTS) : fc.constant(segment)))
  return fc.oneof(
    { weight: 12, arbitrary: fc.tuple(...right).map((parts) => parts.join('/')) },
    { weight: 2, arbitrary: fc.tuple(...wrong).map((parts) => parts.join('/')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(`/${path}`, `${path}/`, '//[', '//', '/\\', '*', '/v1', 'http://['),
    },
  )
}

type FormValue = string | FormValue[] | { [name: string]: FormValue }

/** Mostly what the schema asks for; now and then something else. */
function values(schema: JsonSchema, name: string, known: KnownValues): fc.Arbitrary<FormValue> {
  return often(soundValues(schema, name, known), wrongValues, 12)
}

function soundValues(schema: JsonSchema, name: string, known: KnownValues): fc.Arbitrary<FormValue> {
  if (schema.const !== undefined) return fc.constant(String(schema.const))
  if (schema.enum) return fc.constantFrom(...schema.enum.map(String))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((part) => soundValues(part, name, known)))
  if (schema.type === 'array')
    return fc.array(values(schema.items ?? {}, name, known), { minLength: 1, maxLength: 2 })
  if (schema.properties) return objects(schema, known)
  if (schema.type === 'object') return fc.dictionary(fc.string({ minLength: 1, maxLength: 40 }), texts)
  return known[name] ? fc.constantFrom(...known[name]) : wrongTexts
}

function objects(
  { properties = {}, required = [] }: JsonSchema,
  known: KnownValues,
): fc.Arbitrary<FormValue> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, values(schema, name, known)]),
  )
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return fc
    .subarray(optional, { maxLength: Math.min(3, optional.length) })
    .chain((some) =>
      fc.record(Object.fromEntries([...required, ...some].map((name) => [name, fields[name] ?? texts]))),
    )
}

const texts = fc.string({ maxLength: 20 })
const wrongTexts = fc.oneof(
  fc.constantFrom(...WRONG_TEXTS),
  fc.constantFrom(...WRONG_NUMBERS, 999_999_999_999_999, -999_999_999_999_999).map(String),
  fc.string({ unit: 'binary' }),
)
const wrongValues: fc.Arbitrary<FormValue> = fc.oneof(
  wrongTexts,
  fc.array(wrongTexts, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', 'length', '0', 'x'), wrongTexts),
)

/** As Stripe's SDK writes it: `items[0][price]=…`. */
function encoded(value: FormValue, name = ''): string {
  if (typeof value === 'string')
    return `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`
  return Object.entries(value)
    .map(([key, inner]) => encoded(inner, name === '' ? key : `${name}[${key.toWellFormed()}]`))
    .join('&')
}

const BROKEN_FORMS = [
  '',
  '&&==&',
  '%',
  '%00=%00',
  '%ff=%ED%A0%80',
  '[=1',
  '[]=1',
  'a[=1',
  'a]b=1',
  'metadata=x&metadata[a]=1',
  'metadata[a]=1&metadata=x',
  'metadata[a][b]=1&metadata[a]=2',
  'metadata[__proto__]=1&metadata[constructor]=2',
  'metadata[__proto__][polluted]=1',
  '__proto__[polluted]=1',
  'constructor[prototype][polluted]=1',
  'items[99999999999999999999]=1',
  'items[-1][price]=x',
  'expand=id',
  'expand[]=data.data.data.data.data',
  'expand[]=__proto__',
  'expand[]=constructor.prototype',
  'expand[]=.',
  `expand[]=${'customer.'.repeat(500)}`,
  'expand[]=customer.subscriptions.data.customer',
  `metadata${'[a]'.repeat(50_000)}=1`,
  'name=x&'.repeat(50_000),
  Array.from({ length: 20_000 }, (_, index) => `metadata[k${index}]=v`).join('&'),
  `name=${'x'.repeat(1_100_000)}`,
]

const HEADERS: Record<string, string[]> = {
  'idempotency-key': ['a', 'a', 'b', ' ', 'é', '\t', "'; --", 'x'.repeat(255), 'x'.repeat(5000)],
  'stripe-version': ['2020-08-27', 'x', '', 'é'],
  'stripe-account': ['acct_1', ''],
  accept: ['*/*', 'text/html', ';;;'],
  'content-encoding': ['gzip', 'x'],
  'x-http-method-override': ['DELETE'],
  host: ['evil.example', '[', ''],
  expect: ['100-continue', 'x'],
}

const strayHeaders: fc.Arbitrary<Record<string, string>> = fc
  .subarray(Object.keys(HEADERS), { minLength: 1, maxLength: 2 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...(HEADERS[name] ?? []))]))),
  )
