import { createStore, delMany, getMany, setMany, type UseStore } from 'idb-keyval'

let opened: UseStore | undefined

const store = (): UseStore => {
  opened ??= createStore('daybook-unsent-files', 'files')
  return opened
}

/** Files that wait on this device until they are sent, by key. Rejects where the browser keeps nothing, or has no room left. */
export const keepFiles = (files: readonly (readonly [key: string, file: Blob])[]): Promise<void> =>
  files.length === 0
    ? Promise.resolve()
    : setMany(
        files.map(([key, file]) => [key, file]),
        store(),
      )

/** Undefined for those that are not there. */
export const keptFiles = (keys: readonly string[]): Promise<(Blob | undefined)[]> =>
  keys.length === 0 ? Promise.resolve([]) : getMany<Blob | undefined>([...keys], store())

export const dropFiles = (keys: readonly string[]): Promise<void> =>
  keys.length === 0 ? Promise.resolve() : delMany([...keys], store())
