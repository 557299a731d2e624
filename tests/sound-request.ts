import { z } from 'zod'
import { type Endpoint, PageQuery } from '#core/endpoint.ts'
import { ALL_ROUTES } from '#server/app.ts'
import type { Keys } from './marked-books.ts'

/** As much of JSON Schema as the contracts come out as. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  example?: unknown
}

/** Every call there is: reading first and what removes most last, so that each still finds what it is about. */
export const everyEndpoint: Endpoint[] = ALL_ROUTES.map(({ endpoint }) => endpoint).sort(
  (one, other) => turn(one) - turn(other),
)

/** A stream of events has no end to wait for. */
export const everyAnswer: Endpoint[] = everyEndpoint.filter(({ events }) => !events)

function turn({ method, path, changesState }: Endpoint): number {
  if (path === '/api/account/deletion') return method === 'POST' ? 950 : 960
  if (changesState) return 1000
  if (method === 'DELETE') return 900 - path.length
  return ['GET', 'PUT', 'POST'].indexOf(method)
}

/** The input of a caller, as the contract describes it. */
export function inputOf(schema: z.ZodType | undefined): JsonSchema | undefined {
  if (!schema) return undefined
  const known = inputs.get(schema)
  if (known) return known
  const input = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  inputs.set(schema, input)
  return input
}

/** Each is asked for many times. */
const inputs = new WeakMap<z.ZodType, JsonSchema>()
const queries = new WeakMap<Endpoint, z.ZodType | undefined>()

export function queryOf(endpoint: Endpoint): JsonSchema | undefined {
  const { paged, query } = endpoint
  if (!queries.has(endpoint)) queries.set(endpoint, paged ? PageQuery.extend(query?.shape ?? {}) : query)
  return inputOf(queries.get(endpoint))
}

/** Fills the braces of a path with the keys of what is somebody's. */
export function pathTo({ path }: Pick<Endpoint, 'path'>, keys: Keys): string {
  return path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, noun: string) => {
    const key = keys[noun]
    if (key === undefined) throw new Error(`${path}: the books of tests/marked-books.ts have no ${noun}`)
    return `${noun}/${key}`
  })
}

/** A body that every check of form lets pass, all of whose numbers of records are among these keys. */
export const soundBody = (endpoint: Endpoint, keys: Keys): unknown => {
  const schema = inputOf(endpoint.body)
  const [, listed = '', verb = ''] = /([\w-]+)\/(order|bulk|bulk-remove)$/.exec(endpoint.path) ?? []
  return schema && soundValue(schema, '', listed ? { ...keys, ids: keys[verb] ?? keys[listed] ?? 0 } : keys)
}

/** The days of a report are asked for in one way only. */
const OTHER_DAYS = new Set(['year', 'quarter', 'month', 'from', 'to'])

/** All that can be asked for, each narrowed to what is somebody's. */
export function soundQuery(endpoint: Endpoint, keys: Keys, q: string): string {
  const { properties = {} } = queryOf(endpoint) ?? {}
  return Object.entries(properties)
    .filter(([name]) => name !== 'cursor' && !('timeRange' in properties && OTHER_DAYS.has(name)))
    .map(([name, schema]) => {
      const value = name === 'q' ? q : String(soundValue(schema, name, keys))
      return `${name}=${encodeURIComponent(value)}`
    })
    .join('&')
}

/** The texts in an input, each as a function that makes a sound input with another text in its place. */
export function textsIn(
  schema: JsonSchema,
  keys: Keys,
  name = '',
): { path: string; schema: JsonSchema; inputWith: (text: string) => unknown }[] {
  const parts = schema.anyOf ?? schema.allOf
  if (parts) return parts.flatMap((part) => textsIn(part, keys, name))
  switch (schema.type) {
    case 'object': {
      const sound = soundValue(schema, name, keys)
      return Object.entries(schema.properties ?? {}).flatMap(([property, value]) =>
        textsIn(value, keys, property).map(({ path, inputWith, ...rest }) => ({
          ...rest,
          path: `${property}${path}`,
          inputWith: (text) => Object.assign({}, sound, { [property]: inputWith(text) }),
        })),
      )
    }
    case 'array':
      return textsIn(schema.items ?? {}, keys, name).map(({ path, inputWith, ...rest }) => ({
        ...rest,
        path: `[]${path}`,
        inputWith: (text) => [inputWith(text)],
      }))
    case 'string':
      return schema.enum || schema.const !== undefined
        ? []
        : [{ path: '', schema, inputWith: (text) => text }]
    default:
      return []
  }
}

function soundValue(schema: JsonSchema, name: string, keys: Keys): unknown {
  const known = soundWord(name, keys)
  if (known !== undefined && schema.type !== 'array') return known
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const part = schema.anyOf?.[0] ?? schema.allOf?.[0]
  if (part) return soundValue(part, name, keys)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([property]) => schema.required?.includes(property) || /_id$|^items$/.test(property))
          .filter(([property]) => property !== 'session_id')
          .map(([property, value]) => [property, soundValue(value, property, keys)]),
      )
    case 'array':
      return [soundValue(schema.items ?? {}, name, keys)]
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return 'Taken'
  }
}

/** Values that only the name tells: ids, and texts of a form that JSON Schema does not describe. */
export function soundWord(name: string, keys: Keys): unknown {
  if (name === 'ids' || name === 'item_ids') return keys.ids
  if (name === 'id') return keys.logo
  if (name === 'time_entry_ids') return keys['time-entries']
  if (name === 'project_id') return keys.projects
  if (name === 'client_id') return keys.clients
  if (name === 'contact_id') return keys.contacts
  if (name === 'invoice_id') return keys.invoices
  if (name === 'item_id') return keys.items
  if (name === 'plan_id') return 'starter'
  if (name === 'currency') return 'EUR'
  if (name === 'paid_on') return '2026-11-10'
  if (name === 'confirm_name') return keys.account
  if (name === 'time_zone') return 'UTC'
  if (name === 'email') return 'who@example.com'
  if (name === 'phone') return '+49 30 1234567'
  if (/^(from|to)$|(^|_)(date|on)$|^(due_by|paid_from|paid_to)$/.test(name)) return '2026-11-20'
  if (name.endsWith('_url')) return `${keys.origin ?? 'http://localhost'}/`
  return undefined
}
