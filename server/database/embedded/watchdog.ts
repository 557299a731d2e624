/** Calls `onTimeout` unless it is stopped within the limit. */
export class Watchdog {
  readonly #onTimeout: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(onTimeout: () => void) {
    this.#onTimeout = onTimeout
  }

  watch(limit: number) {
    this.stop()
    // A response that arrived while the event loop was blocked is processed before the check phase, so it counts as in time.
    this.#timer = setTimeout(() => {
      const timer = this.#timer
      setImmediate(() => {
        if (this.#timer === timer) this.#onTimeout()
      })
    }, limit)
  }

  stop() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
