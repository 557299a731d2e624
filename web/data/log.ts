/** For failures that the user is not bothered with. */
export function logFailure(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the log here
  console.error(error)
}
