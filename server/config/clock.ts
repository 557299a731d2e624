/** The only source of time, so that tests and the payment sandbox can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that is ahead of another. */
export const offsetClock = (clock: Clock, milliseconds: () => number): Clock => ({
  now: () => new Date(clock.now().getTime() + milliseconds()),
})
