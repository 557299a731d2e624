import { HandCoins, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { billPath } from '#features/work/billing-status/rules.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { searchWith } from '#web/navigation/page-parameters.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { preload } from '#web/ui/preload.ts'
import { isWeekView } from './client.ts'
import { TimeList } from './time-list.tsx'
import { WeekLoading } from './week-loading.tsx'

const LogTimeDialog = lazyDialog(
  () => import('#features/work/time-entries/time-entry-dialog.tsx'),
  'LogTimeDialog',
)

const loadWeekView = async () => ({ default: (await import('./week-view.tsx')).WeekView })
const WeekView = lazy(loadWeekView)
preload(loadWeekView)

export function TimeTrackingScreen() {
  const [search] = useSearchParams()
  const { dialog, openNew, close } = useDialogLink()
  return (
    <>
      <PageHeader
        title="Time Tracking"
        actions={
          <>
            <ViewLinks />
            <ButtonLink to={billPath(workIn(search))}>
              <HandCoins aria-hidden /> Bill
            </ButtonLink>
            <Button variant="primary" onClick={openNew}>
              <Plus aria-hidden /> Log Time
            </Button>
          </>
        }
      />
      {isWeekView(search) ? (
        <Suspense fallback={<WeekLoading />}>
          <WeekView />
        </Suspense>
      ) : (
        <TimeList />
      )}
      {dialog?.mode === 'new' && <LogTimeDialog onClose={close} />}
    </>
  )
}

/** The filters of the list. */
const workIn = (search: URLSearchParams) => ({
  client: search.get('client'),
  project: search.get('project'),
  from: search.get('from'),
  to: search.get('to'),
})

const VIEWS = [
  { label: 'List', view: undefined },
  { label: 'Week', view: 'week' },
]

function ViewLinks() {
  const [search] = useSearchParams()
  const shown = isWeekView(search) ? 'week' : undefined
  return (
    <nav aria-label="View" className="flex rounded bg-sunken p-0.5">
      {VIEWS.map(({ label, view }) => (
        <Link
          key={label}
          to={{ search: searchWith(search, { view, week: undefined }) }}
          aria-current={view === shown ? 'true' : undefined}
          className={cx(
            'relative flex h-8 flex-1 items-center justify-center rounded-sm px-3 text-meta font-medium transition-colors after:absolute after:-inset-0.5 touch:h-10',
            view === shown ? 'bg-surface text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
