import { useLook } from './client.ts'
import type { PortalUnread } from './contract/projects.ts'

/** Beside what these items are about: the client sees them now. */
export function Look({ token, at }: { token: string; at: PortalUnread[] }) {
  useLook(token, at)
  return null
}
