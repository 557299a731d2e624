import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Currency } from '#core/currency.ts'
import { MAX_LINES, totalsOf } from '#core/document-lines.ts'
import { formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import type { GroupBy } from '#features/billing/billable-work/contract.ts'
import { linesOf, type WorkLine, type WorkOfProject } from '#features/billing/billable-work/rules.ts'
import { useCreateInvoice } from '#features/billing/invoices/client.ts'
import { useIssueDateCheck } from '#features/billing/invoices/issue-date-check.tsx'
import { loggedNote } from '#features/billing/invoices/rules/items.ts'
import { clientQuery } from '#features/engagement/clients/client.ts'
import { useSession, useToday } from '#features/foundation/account/client.ts'
import { businessQuery } from '#features/foundation/business/client.ts'
import type { Rounding } from '#features/foundation/business/rules.ts'
import { usePlanLimit } from '#features/foundation/subscription/client.ts'
import { invoicePath } from '#features/work/billing-status/rules.ts'
import { ApiError } from '#web/data/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  type BilledClient,
  bodyOf,
  type ClientWork,
  chosenWork,
  goneSince,
  isComplete,
  isPreviewStep,
  NO_CHOICES,
  tickOnly,
} from './rules/choices.ts'
import type { Draft } from './rules/draft.ts'
import { WorkList } from './work-list.tsx'

const DraftPreview = lazy(async () => ({ default: (await import('./draft-preview.tsx')).DraftPreview }))

type BillSheetProps = {
  client: BilledClient
  groupBy: GroupBy
  /** Loads the unbilled work; undefined if there is none. */
  reload(): Promise<ClientWork | undefined>
}

/** The unbilled work of one client, and the invoice that it makes. On a phone, one after the other. */
export function BillSheet({ client, groupBy, reload }: BillSheetProps) {
  const { state } = useLocation()
  // Work that was selected in a list.
  const [choices, setChoices] = useState(() =>
    Array.isArray(state?.only) ? tickOnly(client.projects, state.only) : NO_CHOICES,
  )
  const [chosenCurrency, setCurrency] = useState<Currency | null>(null)
  const [gone, setGone] = useState<string[]>([])
  const { isPreview, showPreview, showChoice, heading } = useStep()
  const currencies = useMemo(() => client.amounts.map(({ currency }) => currency), [client])
  const currency = currencies.find((one) => one === chosenCurrency) ?? currencies[0] ?? ''
  const projects = useMemo(
    () => client.projects.filter((project) => project.currency === currency),
    [client, currency],
  )
  const work = useMemo(() => chosenWork(choices, projects), [choices, projects])
  const draft = useDraft(client, work, groupBy, currency)
  const today = useToday()
  const navigate = useNavigate()
  const create = useCreateInvoice()
  const mayBeDated = useIssueDateCheck()
  const { canCreate, limit } = usePlanLimit('invoices')
  const tooMany = draft !== undefined && draft.lines.length > MAX_LINES
  const canPreview = draft !== undefined && draft.lines.length > 0 && isComplete(choices, projects)
  const isReady = canPreview && !tooMany

  const createDraft = async () => {
    setGone([])
    if (!(await mayBeDated(today))) return
    try {
      const invoice = await create.mutateAsync(bodyOf(client, work, groupBy, today))
      void navigate(invoicePath(invoice), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) return
      setGone(goneSince(projects, choices, await reload()))
      showChoice()
    }
  }

  const button = (
    <Button
      variant="primary"
      className="max-lg:flex-1"
      disabled={!isReady || !canCreate}
      pending={create.isPending}
      pendingText="Creating..."
      onClick={createDraft}
    >
      {draft ? `Create draft for ${formatMoney(draft.total, currency)}` : 'Create draft'}
    </Button>
  )

  return (
    <>
      {gone.length > 0 && <Gone texts={gone} />}
      {!canCreate && limit !== undefined && (
        <Alert
          tone="warning"
          className="mb-4"
          title={`The limit of ${limit} invoices a month has been reached.`}
        >
          Upgrade your plan to create more now, or wait until next month. Nothing is lost: your work stays
          unbilled.
        </Alert>
      )}
      {currencies.length > 1 && (
        <CurrencyChoice currencies={currencies} chosen={currency} onChoose={setCurrency} />
      )}
      <div data-tour="bill" className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
        <section aria-labelledby="bill-choice" className={cx('min-w-0', isPreview && 'max-lg:hidden')}>
          <h2 id="bill-choice" tabIndex={-1} ref={heading.choice} className="sr-only">
            Unbilled work
          </h2>
          <WorkList projects={projects} choices={choices} onChange={setChoices} />
        </section>
        <section
          aria-labelledby="bill-preview"
          className={cx('min-w-0 lg:sticky lg:top-6', !isPreview && 'max-lg:hidden')}
        >
          <div className="mb-3 flex items-center justify-between gap-4">
            <h2
              id="bill-preview"
              tabIndex={-1}
              ref={heading.preview}
              className="text-meta font-medium text-muted outline-none"
            >
              As your client will see it
            </h2>
            <div className="max-lg:hidden">{button}</div>
          </div>
          {tooMany && (
            <Alert tone="warning" className="mb-3" title={`An invoice has at most ${MAX_LINES} lines`}>
              Group time by day or project, or choose a shorter period.
            </Alert>
          )}
          <Suspense fallback={<Skeleton className="h-120" />}>
            {draft ? <DraftPreview draft={draft} /> : <Skeleton className="h-120" />}
          </Suspense>
          {draft && <Notes lines={draft.lines} work={work} rounding={draft.business} currency={currency} />}
        </section>
      </div>
      <div
        data-bottom-bar
        className="sticky bottom-(--bottom-bars) z-20 short:static -mx-4 mt-4 flex gap-2 border-t border-hairline bg-paper px-4 py-3 md:-mx-8 md:px-8 lg:hidden"
      >
        {isPreview ? (
          <>
            <Button onClick={showChoice}>
              <ArrowLeft aria-hidden /> <span className="max-sm:sr-only">Back</span>
            </Button>
            {button}
          </>
        ) : (
          <Button variant="primary" className="flex-1" disabled={!canPreview} onClick={showPreview}>
            Preview {draft && formatMoney(draft.total, currency)} <ArrowRight aria-hidden />
          </Button>
        )}
      </div>
    </>
  )
}

/** The invoice that the work makes; undefined until profile and client are loaded. */
function useDraft(client: BilledClient, work: WorkOfProject[], groupBy: GroupBy, currency: Currency) {
  const session = useSession()
  const today = useToday()
  const { data: business } = useQuery(businessQuery)
  const { data: buyer } = useQuery(clientQuery(client.id))
  return useMemo((): (Draft & { total: MinorUnits }) | undefined => {
    if (session.status !== 'signed-in' || !business || !buyer) return undefined
    const lines = linesOf(work, { group_by: groupBy, locale: business.locale })
    const { total } = totalsOf(
      lines.map(({ amount }) => amount),
      business.tax_rate,
    )
    return { business, user: session.user, client: buyer, work, lines, currency, today, total }
  }, [session, business, buyer, work, groupBy, currency, today])
}

/** The half that a small screen shows. It has its own address, so that Back leads from the invoice to the choice. */
function useStep() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const isPreview = isPreviewStep(search)
  const heading = { choice: useRef<HTMLHeadingElement>(null), preview: useRef<HTMLHeadingElement>(null) }
  const { choice, preview } = heading
  const isArrival = useRef(true)

  useEffect(() => {
    if (isArrival.current) isArrival.current = false
    else (isPreview ? preview : choice).current?.focus()
  }, [isPreview, choice, preview])

  const showPreview = () => {
    const next = new URLSearchParams(search)
    next.set('step', 'preview')
    void navigate({ search: next.toString() }, { state: { ...state, openedHere: true } })
  }
  const showChoice = useCallback(() => {
    if (!isPreview) return
    if (state?.openedHere) return void navigate(-1)
    const next = new URLSearchParams(search)
    next.delete('step')
    void navigate({ search: next.toString() }, { replace: true })
  }, [isPreview, state, search, navigate])
  return { isPreview, showPreview, showChoice, heading }
}

function Gone({ texts }: { texts: string[] }) {
  return (
    <Alert live tone="warning" className="mb-4" title="The draft was not created">
      <p>
        {texts.length === 1 ? 'This was' : 'These were'} billed or changed elsewhere in the meantime.
        Everything else is as you ticked it.
      </p>
      <ul className="mt-1 list-disc pl-5">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}

type NotesProps = { lines: WorkLine[]; work: WorkOfProject[]; rounding: Rounding; currency: Currency }

/** Notes that are not obvious from the invoice. */
function Notes({ lines, work, rounding, currency }: NotesProps) {
  const inOneLine = sumOfLines(linesOf(work, { group_by: 'project' }))
  const isRounded = lines.some((line) => line.unit === 'hours' && loggedNote(line) !== null)
  return (
    <>
      {lines.some(({ has_rate }) => !has_rate) && (
        <p className="mt-3 text-meta text-yellow-ink">
          Time without a rate is billed at {formatMoney(0, currency)}.
        </p>
      )}
      {rounding.time_rounding_minutes > 0 && isRounded && (
        <p className="mt-3 text-meta text-muted">
          Hours are rounded {rounding.time_rounding_mode === 'up' && 'up '}to {rounding.time_rounding_minutes}{' '}
          minutes, as your business profile says.
        </p>
      )}
      {inOneLine !== sumOfLines(lines) && (
        <p className="mt-3 text-meta text-muted">
          Each line is rounded by itself. With one line for each project and rate, they would come to{' '}
          {formatMoney(inOneLine, currency)}.
        </p>
      )}
    </>
  )
}

const sumOfLines = (lines: WorkLine[]): MinorUnits => lines.reduce((sum, { amount }) => sum + amount, 0)

type CurrencyChoiceProps = { currencies: Currency[]; chosen: Currency; onChoose(currency: Currency): void }

function CurrencyChoice({ currencies, chosen, onChoose }: CurrencyChoiceProps) {
  return (
    <fieldset className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-hairline bg-surface px-4 py-2">
      <legend className="sr-only">Currency</legend>
      <p className="min-w-0 flex-1 basis-72 text-muted">
        There is unbilled work in {currencies.join(' and ')}. An invoice has one currency, so bill one at a
        time.
      </p>
      {currencies.map((currency) => (
        <Button
          key={currency}
          size="sm"
          variant={currency === chosen ? 'secondary' : 'ghost'}
          aria-pressed={currency === chosen}
          onClick={() => onChoose(currency)}
        >
          {currency}
        </Button>
      ))}
    </fieldset>
  )
}
