/** Random numbers that are the same for the same seed: mulberry32. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }

  /** Deals items in random order, each once before any is repeated. */
  dealer<Item>(items: readonly Item[]): () => Item {
    let left: Item[] = []
    return () => {
      if (left.length === 0) left = [...items]
      const item = this.oneOf(left)
      left = left.filter((other) => other !== item)
      return item
    }
  }

  happens(percent: number): boolean {
    return this.next() * 100 < percent
  }
}
