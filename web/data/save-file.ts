/** Browsers start a download after the click was handled, and do not say when they have read all of it. */
const KEPT_MILLISECONDS = 60_000

/** Saves a file as a download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MILLISECONDS)
}
