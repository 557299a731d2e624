import { z } from 'zod'

/** A list that survives a reload, the same in all tabs of this browser. */
export interface StoredList<Item> {
  get(): readonly Item[]
  set(items: readonly Item[]): void
  /** For `useSyncExternalStore`. Returns what ends it. */
  subscribe(changed: () => void): () => void
}

export function storedList<Item>(key: string, schema: z.ZodType<Item>): StoredList<Item> {
  const Items = z.array(schema)
  const listeners = new Set<() => void>()
  let shown: { text: string | null; items: readonly Item[] } = { text: null, items: [] }

  const read = (text: string | null): readonly Item[] => {
    if (text !== shown.text) shown = { text, items: parse(text) }
    return shown.items
  }
  const parse = (text: string | null): readonly Item[] => {
    try {
      return Items.safeParse(JSON.parse(text ?? '[]')).data ?? []
    } catch {
      return []
    }
  }
  const announce = (event: StorageEvent) => {
    if (event.key === key) for (const changed of listeners) changed()
  }

  return {
    get: () => read(localStorage.getItem(key)),
    set: (items) => {
      if (items.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(items))
      for (const changed of listeners) changed()
    },
    subscribe: (changed) => {
      if (listeners.size === 0) addEventListener('storage', announce)
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
        if (listeners.size === 0) removeEventListener('storage', announce)
      }
    },
  }
}
