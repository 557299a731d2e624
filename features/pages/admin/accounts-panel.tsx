import { formatBytes, formatInstant, formatInstantDate } from '#core/format.ts'
import { useSearchLink } from '#web/navigation/search-link.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useAccounts } from './client.ts'
import type { AdminAccount } from './contract.ts'

/** The accounts, newest first, without anything of their business. */
export function AccountsPanel() {
  const { search, setSearch, q } = useSearchLink()
  const { items, failure, searching, ...more } = useAccounts(q)
  return (
    <Panel title="Accounts" flush>
      <div className="border-b border-hairline p-4">
        <SearchBox
          placeholder="Search by name or email"
          value={search}
          onValueChange={setSearch}
          searching={searching}
          className="max-w-sm"
        />
      </div>
      {!items && (
        <Loading>
          <Skeleton className="m-5 h-24" />
        </Loading>
      )}
      {failure && <p className="p-5 text-muted">The accounts could not be loaded.</p>}
      {items?.length === 0 && !failure && <p className="p-5 text-muted">No account matches this search.</p>}
      {items && items.length > 0 && (
        <ul aria-label="Accounts">
          {items.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
      {more.hasMore && (
        <div className="flex justify-center border-t border-hairline p-4">
          <Button pending={more.loadingMore} onClick={more.loadMore}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  )
}

function AccountRow({ account }: { account: AdminAccount }) {
  const { name, email, plan, storage_bytes, created_at, last_seen_at } = account
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-t border-hairline px-5 py-3 first:border-0 xl:grid-cols-[minmax(0,1fr)_8rem_6rem_21rem] xl:items-center">
      <div className="min-w-0">
        <p className="wrap-anywhere">{name ?? email}</p>
        {name && <p className="text-meta wrap-anywhere text-muted">{email}</p>}
      </div>
      <p className="text-meta text-muted">{plan}</p>
      <p className="text-meta text-muted tabular-nums xl:text-right">{formatBytes(storage_bytes)}</p>
      <p className="text-meta text-muted">
        Since {formatInstantDate(created_at)} ·{' '}
        {last_seen_at ? `seen ${formatInstant(last_seen_at)}` : 'never seen'}
      </p>
    </li>
  )
}
