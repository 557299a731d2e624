import { formatDate } from '#core/format.ts'
import { WaitingList } from '#web/ui/waiting-list.tsx'
import { unsentTime, type WaitingTimeEntry } from './client.ts'

/** Above the list: time that waits on this device for the connection. */
export const WaitingTime = ({ entries }: { entries: readonly WaitingTimeEntry[] }) => (
  <WaitingList
    records={entries.map(({ key, what, body: { date } }) => ({
      key,
      what,
      detail: formatDate(date),
      onDiscard: () => unsentTime.discard(key),
    }))}
  />
)
