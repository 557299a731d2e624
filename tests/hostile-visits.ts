import fc from 'fast-check'
import { often, STRAY_QUERIES, WRONG_SEGMENTS, WRONG_TEXTS } from './hostile-input.ts'
import type { RawRequest } from './raw-http.ts'

/** A page of a sandbox: what its forms and addresses are made of, as far as somebody knows it. */
export interface SandboxPage {
  /** `{…}` stands for what `words` knows by that name. */
  path: string
  fields: string[]
}

const FORM = 'application/x-www-form-urlencoded'

/** Visits to a page that are right but for something: its query, its form, how and where it is asked for. */
export function hostileVisits(
  { path, fields }: SandboxPage,
  words: Record<string, string>,
): fc.Arbitrary<RawRequest> {
  return fc
    .record({
      method: often(
        fc.constantFrom('GET', 'POST'),
        fc.constantFrom('HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
        12,
      ),
      address: addresses(path, words),
      query: often(
        filledIn(fields, words),
        fc.constantFrom(...STRAY_QUERIES).map((query) => query.slice(1)),
        6,
      ),
      form: filledIn(fields, words),
      type: often(fc.constant(FORM), fc.constantFrom('', 'application/json', 'text/plain', `${FORM};;`), 12),
      headers: often(
        fc.constant({}),
        fc.dictionary(fc.constantFrom(...HEADERS), fc.constantFrom(...HEADER_TEXTS)),
        3,
      ),
    })
    .map(({ method, address, query, form, type, headers }) => ({
      method,
      path: query ? `${address}?${query}` : address,
      body: Buffer.from(method === 'POST' ? form : ''),
      headers: { ...(type && { 'content-type': type }), ...headers },
    }))
}

const HEADERS = [
  'accept',
  'authorization',
  'cookie',
  'origin',
  'referer',
  'accept-language',
  'if-none-match',
  'range',
]
const HEADER_TEXTS = [
  '',
  '*/*',
  'text/html',
  'application/json',
  'Basic %%%',
  'Bearer x',
  'Basic Og==',
  'null',
  'a=b; =; ;',
  'x'.repeat(3000),
]

function addresses(path: string, words: Record<string, string>): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    return name === undefined
      ? fc.constant(segment)
      : often(fc.constant(words[name] ?? ''), fc.constantFrom(...WRONG_SEGMENTS), 3)
  })
  return often(
    fc.tuple(...segments).map((parts) => parts.join('/')),
    fc.constantFrom(...WRONG_SEGMENTS).map((segment) => `${path.replace(/\/\{.*/, '')}/${segment}`),
  )
}

/** Some of the fields, now and then twice or with something else in them. */
function filledIn(fields: string[], words: Record<string, string>): fc.Arbitrary<string> {
  const pair = fc.constantFrom(...fields, 'x').chain((name) => {
    const sound = words[name]
    const wrong = fc.oneof(fc.constantFrom(...WRONG_TEXTS), fc.string({ unit: 'binary' }))
    const value = sound === undefined ? wrong : often(fc.constant(sound), wrong, 5)
    return value.map((text) => `${name}=${encodeURIComponent(text.toWellFormed())}`)
  })
  const all = fc.constant(
    fields.flatMap((name) =>
      words[name] === undefined ? [] : [`${name}=${encodeURIComponent(words[name])}`],
    ),
  )
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: all }, { weight: 1, arbitrary: fc.constant([]) }),
      fc.array(pair, { maxLength: 4 }),
    )
    .map(([right, odd]) => {
      const replaced = new Set(odd.map((one) => one.split('=')[0]))
      return [...right.filter((one) => !replaced.has(one.split('=')[0])), ...odd].join('&')
    })
}
