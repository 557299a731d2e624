/** For failures that are not shown to the user. */
export function logFailure(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the log here
  console.error(error)
}
