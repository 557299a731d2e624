import type { Clock } from '#server/config/clock.ts'

/** Shows the real time until it is set; then stands where it was set. */
export class SettableClock implements Clock {
  #instant: Date | undefined

  now(): Date {
    return this.#instant ?? new Date()
  }

  set(instant: string | Date): void {
    this.#instant = new Date(instant)
  }

  advance({ days = 0, hours = 0, minutes = 0 }: { days?: number; hours?: number; minutes?: number }): void {
    this.set(new Date(this.now().getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000))
  }

  reset(): void {
    this.#instant = undefined
  }
}
