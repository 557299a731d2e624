import { invalid } from './errors.ts'

type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

type Branch = Map<string, string | Branch>

/** Parses `items[0][price]=…` into nested objects and arrays. */
export function parseForm(encoded: string): Form {
  const root: Branch = new Map()
  for (const [key, value] of new URLSearchParams(encoded)) {
    place(root, pathOf(key), value, key)
  }
  return objectOf(root)
}

/** A name is parsed level by level, so unlimited nesting would exhaust stack and memory. */
const MAX_NESTING = 10

function pathOf(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key)
  if (!match?.[1]) throw invalid(`Invalid parameter name: ${key}`, key)
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')
  if (inner.length > MAX_NESTING)
    throw invalid(`Invalid parameter name: nested more than ${MAX_NESTING} levels deep`)
  return [match[1], ...inner]
}

function place(branch: Branch, path: string[], value: string, key: string): void {
  const [head = '', ...rest] = path
  const name = head === '' ? String(branch.size) : head
  if (rest.length === 0) {
    branch.set(name, value)
    return
  }
  const next = branch.get(name) ?? new Map()
  if (typeof next === 'string') throw invalid(`Invalid parameter: ${key}`, key)
  branch.set(name, next)
  place(next, rest, value, key)
}

function objectOf(branch: Branch): Form {
  return Object.fromEntries([...branch].map(([name, value]) => [name, nestedValue(value)]))
}

function nestedValue(value: string | Branch): FormValue {
  if (typeof value === 'string') return value
  const names = [...value.keys()]
  const isArray = names.length > 0 && names.every((name) => /^\d+$/.test(name))
  if (!isArray) return objectOf(value)
  return names.toSorted((a, b) => Number(a) - Number(b)).map((name) => nestedValue(value.get(name) ?? ''))
}
