import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#core/endpoint.ts'
import { formatInstant } from '#core/format.ts'
import { failureOf } from '#web/data/list.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { HistoryEntry } from './contract.ts'
import { actorName } from './rules.ts'

type HistoryProps = {
  queryKey: readonly unknown[]
  load(cursor: string | undefined): Promise<Page<HistoryEntry>>
}

/** The changes of a record, by whom and when, folded away until opened. */
export function History(props: HistoryProps) {
  const [isOpened, setOpened] = useState(false)
  return (
    <Disclosure label="History" onOpen={() => setOpened(true)}>
      {isOpened && <Entries {...props} />}
    </Disclosure>
  )
}

function Entries({ queryKey, load }: HistoryProps) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
  })
  const failure = failureOf(query)
  if (failure) return <LoadFailed what="The history" {...failure} />
  if (!query.data) {
    return (
      <Loading>
        <Skeleton className="h-16" />
      </Loading>
    )
  }
  const entries = query.data.pages.flatMap(({ items }) => items)
  return (
    <>
      <p className="text-meta text-muted">Every change of money is kept. It cannot be edited.</p>
      {entries.length === 0 && <p className="mt-1 text-meta text-muted">Nothing has changed so far.</p>}
      <ol className="mt-1">
        {entries.map((entry) => (
          <li key={entry.id} className="border-b border-hairline py-2 text-meta tabular-nums last:border-0">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{entry.title}</span>
              <span className="text-faint">{`${actorName(entry.actor)}, ${formatInstant(entry.at)}`}</span>
            </p>
            {entry.changes.map(({ label, before, after }) => (
              <p key={label} className="text-muted wrap-anywhere">
                {`${label}: ${[before, after].filter((text) => text !== null).join(' → ')}`}
                {after === null && before !== null && <span className="sr-only"> removed</span>}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button size="sm" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  )
}
