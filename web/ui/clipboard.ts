import { toast } from '#web/ui/toast.ts'

/** Copies a text to the clipboard and shows whether that worked. */
export async function copyToClipboard(text: string, message: string): Promise<void> {
  if (await writeToClipboard(text)) toast.success(message)
  else toast.error('Could not copy', 'Please select the text and copy it by hand.')
}

export const writeToClipboard = (text: string): Promise<boolean> =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  ) ?? Promise.resolve(copyBySelection(text))

/** The fallback for plain http and for browsers that block the clipboard API. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('aria-hidden', 'true')
  field.className = 'fixed opacity-0'
  // Inside the open dialog, which would take the focus back from anywhere else.
  ;(before?.parentElement ?? document.body).append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
