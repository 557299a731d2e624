/** One line that tells how far it is: written over on a terminal, else one line each. */
export function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line.slice(0, process.stderr.columns - 1)}`)
  else process.stderr.write(`${line}\n`)
}

export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}
