/**
 * The SDK's types describe decoded objects whose references may be expanded. Stored objects have references as ids
 * and decimals as strings, as on the wire.
 */
export type Replace<T, R extends Partial<Record<keyof T, unknown>>> = Omit<T, keyof R> & R

export interface List<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

export function listOf<T>(url: string, data: T[]): List<T> {
  return { object: 'list', data, has_more: false, url }
}

export type Metadata = Record<string, string>
/** Seconds since 1970, as everywhere in this API. */
export type Seconds = number
