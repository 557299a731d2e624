/** Calls `bark` when what is awaited does not come within the limit. */
export class Watchdog {
  readonly #bark: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(bark: () => void) {
    this.#bark = bark
  }

  watch(limit: number) {
    this.rest()
    // An answer that waits behind a blocked event loop is taken in before the check phase: it came in time.
    this.#timer = setTimeout(() => {
      const timer = this.#timer
      setImmediate(() => {
        if (this.#timer === timer) this.#bark()
      })
    }, limit)
  }

  rest() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
