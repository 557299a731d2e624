import { useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { VirtualList } from '#web/ui/virtual-list.tsx'

const all = Array.from({ length: 50_000 }, (_, index) => ({
  id: index + 1,
  project: index % 3 === 0 ? 'Webshop, new checkout' : 'Packaging system',
  text:
    index % 7 === 0 ? 'A longer note about what was done, which wraps on a narrow screen' : 'Design review',
  hours: ((index % 16) + 1) / 4,
}))

const first = Number(new URLSearchParams(location.search).get('count') ?? 100)

/** Fifty thousand rows, a hundred at a time; `?count=50000` has them all at once. */
export function ListPage() {
  const [count, setCount] = useState(first)
  const [loading, setLoading] = useState(false)

  const loadMore = () => {
    setLoading(true)
    setTimeout(() => {
      setCount((known) => Math.min(all.length, known + 100))
      setLoading(false)
    }, 100)
  }

  return (
    <>
      <PageHeader title="Time Tracking" description={`${count} of 50,000 entries loaded`} />
      <VirtualList
        label="Time entries"
        items={all.slice(0, count)}
        itemKey={({ id }) => id}
        estimateSize={64}
        hasMore={count < all.length}
        loadMore={loadMore}
        loadingMore={loading}
        renderItem={(entry) => (
          <div className="flex items-center gap-4 border-b border-hairline py-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                {entry.id}. {entry.project}
              </p>
              <p className="text-meta text-muted">{entry.text}</p>
            </div>
            <Badge tone={entry.id % 2 ? 'green' : 'grey'}>{entry.id % 2 ? 'Billable' : 'Non-billable'}</Badge>
            <span className="w-14 text-right font-medium">{entry.hours.toFixed(2)}</span>
            <ActionsMenu label={`Actions for entry ${entry.id}`}>
              <MenuItem onSelect={() => {}}>Edit</MenuItem>
            </ActionsMenu>
          </div>
        )}
      />
    </>
  )
}
