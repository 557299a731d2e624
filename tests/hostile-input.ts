import fc from 'fast-check'
import type { Endpoint } from '#core/endpoint.ts'
import type { Keys } from './marked-books.ts'
import type { RawRequest } from './raw-http.ts'
import { inputOf, type JsonSchema, pathTo, queryOf, soundWord } from './sound-request.ts'

/** Requests to an endpoint that are right but for something: made of what its contract says, and of what no contract does. */
export function hostileRequests(endpoint: Endpoint, own: Keys, others: Keys): fc.Arbitrary<RawRequest> {
  const keys = fc.constantFrom(own, own, own, others)
  return fc
    .record({
      method: fc.constant(endpoint.method),
      path: fc.tuple(paths(endpoint, keys), queries(endpoint, keys)).map(([path, query]) => path + query),
      content: keys.chain((some) => contents(endpoint, some)),
      headers: often(fc.constant({}), strayHeaders, 3),
    })
    .map(({ content: [type, body], headers, ...request }) => ({
      ...request,
      body,
      headers: { ...(type && { 'content-type': type }), ...headers },
    }))
}

export const often = <Value>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>, weight = 8) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare })

export const WRONG_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uDC00x',
  '\u202Etxt.exe',
  '\uFEFF',
  '𝕳𝖊𝖑𝖑𝖔 👩‍👩‍👧‍👦 ﷽',
  'İıßſK',
  '=cmd|calc',
  "'; drop table clients; --",
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '../../../etc/passwd',
  'C:\\windows\\x',
  '{{7*7}}',
  '%s%n%00',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '-0001-01-01',
  '275761-01-01',
  'NaN',
  'http://[::1',
  'http://localhost@evil.example/',
  'cs_test',
  '__proto__',
  'constructor',
  'Europe/../UTC',
  'Z\u0307'.repeat(300),
  'x'.repeat(201),
  'x'.repeat(10_001),
  '\r\nset-cookie: daybook_session=1',
]
export const WRONG_NUMBERS = [
  -1,
  0,
  -0,
  0.001,
  0.005,
  0.29,
  1e-300,
  1e21,
  1e308,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  -0.01,
  999_999_999.99,
  1_000_000_000,
]

const wrongValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...WRONG_TEXTS),
  fc.constantFrom<unknown>(...WRONG_NUMBERS),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }, { toString: 'x' }),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Mostly what the schema asks for; now and then something else. */
function values(schema: JsonSchema, name: string, keys: Keys): fc.Arbitrary<unknown> {
  return often(soundValues(schema, name, keys), wrongValues)
}

function soundValues(schema: JsonSchema, name: string, keys: Keys): fc.Arbitrary<unknown> {
  const word = soundWord(name, keys)
  if (word !== undefined && schema.type !== 'array') return fc.constant(word)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => soundValues(part, name, keys)))
  if (schema.allOf) return soundValues(Object.assign({}, ...schema.allOf), name, keys)
  switch (schema.type) {
    case 'object':
      return objects(schema, keys)
    case 'array':
      return fc.array(values(schema.items ?? {}, name, keys), { maxLength: 4 })
    case 'integer':
    case 'number':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return often(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.constantFrom(...WRONG_TEXTS),
      )
  }
}

function numbers({ minimum = 0, maximum = 1e9 }: JsonSchema): fc.Arbitrary<number> {
  const around = [minimum, maximum].flatMap((edge) => [edge, edge - 0.01, edge + 0.01, edge - 1, edge + 1])
  const ordinary = fc.integer({ min: Math.max(1, minimum), max: Math.min(100, maximum) })
  return often(ordinary, fc.constantFrom(...around), 4)
}

function objects({ properties = {}, required = [] }: JsonSchema, keys: Keys): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, values(schema, name, keys)]),
  )
  const whole = fc.record(fields, { requiredKeys: required })
  const stray = fc.dictionary(
    fc.constantFrom('account_id', 'id', 'constructor', 'toString', 'demo_of', 'x'),
    wrongValues,
  )
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(whole, stray).map(([own, more]) => ({ ...own, ...more })) },
  )
}

const JSON_TYPE = 'application/json'

/** A content type, and the bytes that are said to be of it. */
function contents(endpoint: Endpoint, keys: Keys): fc.Arbitrary<[type: string, body: Buffer]> {
  const schema = inputOf(endpoint.body)
  const json = (schema ? values(schema, '', keys) : often(fc.constant(undefined), wrongValues, 20)).map(
    (value) => (value === undefined ? '' : JSON.stringify(value)),
  )
  const takesBody = schema || endpoint.upload || endpoint.raw
  const bytes = json.chain((text) =>
    fc.oneof(
      { weight: takesBody ? 30 : 120, arbitrary: fc.constant(Buffer.from(text)) },
      { weight: 5, arbitrary: fc.constantFrom(...brokenFrom(text)).map((broken) => Buffer.from(broken)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((some) => Buffer.from(some)) },
    ),
  )
  const usual = takesBody ? JSON_TYPE : ''
  return fc.tuple(often(fc.constant(usual), fc.constantFrom(...TYPES), 12), bytes)
}

const TYPES = [
  '',
  JSON_TYPE,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;;',
  'application/vnd.api+json',
  'APPLICATION/JSON',
  '*/*',
  'x'.repeat(5000),
]

const DEEP = 20_000

/** Broken JSON, or JSON that nobody would write. */
const brokenFrom = (text: string): (string | Buffer)[] => [
  text.slice(0, -1),
  `\uFEFF${text}`,
  `${text}${text}`,
  text.replace('{', '{"__proto__":{"polluted":true},'),
  text.replace('{', '{"constructor":{"prototype":{"polluted":true}},'),
  text.replace('{', '{"name":1,"title":null,"content":[],'),
  text.replace(/"/g, "'"),
  text.replace(/:/, ':NaN,"x":'),
  'null',
  '""',
  '[',
  '['.repeat(DEEP) + ']'.repeat(DEEP),
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  `[${'0,'.repeat(DEEP)}0]`,
  `{"name":"${'x'.repeat(400_000)}","content":"${'y'.repeat(400_000)}"}`,
  `{"ids":[${'1,'.repeat(100_000)}1]}`,
  `{"items":[${'{},'.repeat(50_000)}{}]}`,
  `"${'\\u0000'.repeat(50)}"`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
]

export const WRONG_SEGMENTS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '01',
  '+1',
  '1%20',
  '%20',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999999999',
  'NaN',
  'null',
  'undefined',
  '%00',
  '1%00',
  '%zz',
  '%',
  '%ff%fe',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '..',
  '.',
  '%5c..%5c',
  ';x=1',
  '*',
  '[1]',
  '__proto__',
  'x'.repeat(499),
  'x'.repeat(600),
  'é',
  '',
]

function paths(endpoint: Endpoint, keys: fc.Arbitrary<Keys>): fc.Arbitrary<string> {
  const right = keys.map((some) => pathTo(endpoint, some))
  if (!endpoint.path.includes('{'))
    return often(right, fc.constantFrom(`${endpoint.path}/`, `/${endpoint.path}`), 20)
  const wrong = fc.tuple(
    keys,
    fc.array(fc.constantFrom(...WRONG_SEGMENTS), { minLength: 3, maxLength: 3 }),
    fc.nat(7),
  )
  return often(
    right,
    wrong.map(([some, segments, which]) => {
      let place = 0
      const path = pathTo(endpoint, some)
      const parts = endpoint.path.split('/')
      return path
        .split('/')
        .map((part, index) => {
          if (!parts[index]?.startsWith('{')) return part
          const replaced = which === 7 || which % 3 === place % 3 ? segments[place] : part
          place += 1
          return replaced
        })
        .join('/')
    }),
    4,
  )
}

export const STRAY_QUERIES = [
  '?',
  '?&&==&',
  '?%',
  '?%00=%00',
  '?q=%ff',
  '?q=%ED%A0%80',
  '?q=%00',
  '?q=a&q=b',
  '?limit=1&limit=2',
  '?limit=1e2',
  '?limit=-1',
  '?limit=99999999999999999999',
  '?limit=1.5',
  '?limit[]=1',
  '?__proto__=1&constructor=2',
  '?q[$ne]=1',
  `?q=${'x'.repeat(7000)}`,
  `?${'a=1&'.repeat(1500)}`,
]

const cursors = fc.oneof(
  fc.constantFrom('', '=', '!!!', 'bnVsbA', 'e30', 'W10', 'W251bGxd', 'WzFd'),
  fc.array(positions(), { minLength: 1, maxLength: 3 }).map(cursorAt),
  fc.tuple(fc.oneof(fc.constant('2026-11-15'), fc.string()), positions()).map(cursorAt),
)

function positions(): fc.Arbitrary<unknown> {
  return often(fc.nat(1000), fc.constantFrom<unknown>(...WRONG_TEXTS.slice(0, 25), ...WRONG_NUMBERS), 1)
}

function cursorAt(position: unknown[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function queries(endpoint: Endpoint, keys: fc.Arbitrary<Keys>): fc.Arbitrary<string> {
  const { properties = {}, required = [] } = queryOf(endpoint) ?? {}
  const stray = fc.constantFrom(...STRAY_QUERIES)
  if (Object.keys(properties).length === 0) return often(fc.constant(''), stray, 12)
  const known = keys.chain((some) =>
    fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [
          name,
          name === 'cursor' ? cursors : values(schema, name, some),
        ]),
      ),
      { requiredKeys: required },
    ),
  )
  return often(known.map(written), stray, 6)
}

const written = (fields: Record<string, unknown>): string => {
  const pairs = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
    return `${name}=${encodeURIComponent(text.toWellFormed())}`
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const HEADERS: Record<string, fc.Arbitrary<string>> = {
  'idempotency-key': fc.constantFrom(
    'a',
    'a',
    'b',
    '',
    ' ',
    'x'.repeat(255),
    'x'.repeat(256),
    'é',
    "'; --",
    '\t',
  ),
  accept: fc.constantFrom('*/*', 'text/html', 'application/json', ';;;', 'x'.repeat(3000)),
  'accept-encoding': fc.constantFrom('gzip', 'br', 'identity;q=0, *;q=0', 'nonsense'),
  range: fc.constantFrom('bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-3', 'lines=1'),
  'if-match': fc.constantFrom('*', '"1"', 'W/"2"', '"é"', '"1", "2"', '', '"', '9'.repeat(400)),
  'if-none-match': fc.constantFrom('*', '"x"', 'W/'),
  'if-modified-since': fc.constantFrom('yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  'x-forwarded-for': fc.constantFrom('1.2.3.4', "'", 'x'.repeat(2000)),
  'x-forwarded-host': fc.constantFrom('evil.example', '[', ','),
  'x-forwarded-proto': fc.constantFrom('https', 'javascript'),
  'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
  'content-encoding': fc.constantFrom('gzip', 'identity', 'x'),
  origin: fc.constantFrom('null', 'https://evil.example', 'x'),
  'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'none', ''),
  authorization: fc.constantFrom('Basic x', 'Bearer null'),
  'stripe-signature': fc.constantFrom('', 't=1,v1=00', 't=x', 'v1=,,,'),
}

const strayHeaders: fc.Arbitrary<Record<string, string>> = fc
  .subarray(Object.keys(HEADERS), { minLength: 1, maxLength: 2 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, HEADERS[name] ?? fc.constant('')]))),
  )
