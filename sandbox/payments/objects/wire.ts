export interface List<T> {
  object: 'list'
  data: T[]
}

export type Metadata = Record<string, string>
/** Seconds since 1970, as everywhere in this API. */
export type Seconds = number
