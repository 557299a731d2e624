/** By how much the clock of this device may differ before it is corrected: responses tell whole seconds. */
const TOLERANCE_MS = 2000

let offset = 0

/** Reads the server's clock from the `Date` of a response. */
export function noteServerTime({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  const difference = date - Date.now()
  offset = Math.abs(difference) > TOLERANCE_MS ? difference : 0
}

/** The time of the server, in milliseconds: a device whose clock is wrong measures the same as any other. */
export const serverNow = (): number => Date.now() + offset
