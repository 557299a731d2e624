import { toast } from '#web/ui/toast.ts'

/** Puts a text where it can be pasted from, and says whether that worked. */
export async function copy(text: string, said: string): Promise<void> {
  if (await copied(text)) toast.success(said)
  else toast.error('Could not copy', 'Please select the text and copy it by hand.')
}

const copied = (text: string): Promise<boolean> =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => copiedOldWay(text),
  ) ?? Promise.resolve(copiedOldWay(text))

/** On a plain-http address, and where a browser's settings say so, there is no other way. */
function copiedOldWay(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('aria-hidden', 'true')
  field.className = 'fixed opacity-0'
  // Within the open dialog, which would take the focus back from anywhere else.
  ;(before?.parentElement ?? document.body).append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
