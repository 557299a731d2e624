import { useLook } from './client.ts'
import type { UnreadItem } from './contract/unread.ts'

/** Beside what these items are about: they are seen as soon as it is shown. */
export function Look({ at }: { at: UnreadItem[] }) {
  useLook(at)
  return null
}
