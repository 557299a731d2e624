import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf, formatCount } from '#core/format.ts'
import { LateStepButton } from '#features/billing/sending/late-step.tsx'
import { useTimeZone, useToday } from '#features/foundation/account/client.ts'
import { invoicePath } from '#features/work/billing-status/rules.ts'
import { useTimer } from '#features/work/timer/client.ts'
import { timerPresses } from '#features/work/timer/use-timer-key.tsx'
import { failureOf } from '#web/data/list.ts'
import { serverNow, useServerTime } from '#web/data/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { attentionQuery } from './client.ts'
import { MAX_OF_EACH } from './contract.ts'
import { type AttentionAction, type AttentionRow, attentionRows, isCut, limitRow, timerRow } from './rules.ts'

const MOST_SHOWN = 6

type AttentionPanelProps = {
  /** Recurring invoices that the plan has no room for. */
  limited: number
  /** True if nothing is shown where there is nothing to do, as in new books. */
  quiet: boolean
}

/** Everything that waits for the freelancer, the most urgent first, each with one step to take. */
export function AttentionPanel({ limited, quiet }: AttentionPanelProps) {
  const query = useQuery(attentionQuery)
  const { data: attention } = query
  const rows = useRows(limited)
  const [showsAll, setShowsAll] = useState(false)
  const failure = failureOf(query)
  if (!failure && rows.length === 0 && (quiet || !attention)) return null
  const more = rows.length > MOST_SHOWN
  const isMore = attention !== undefined && isCut(attention, MAX_OF_EACH)
  return (
    <Section
      title="Needs attention"
      aside={rows.length > 0 && `${countOf(rows.length, 'thing')}${isMore ? ' or more' : ''}`}
    >
      <Card>
        {failure && <LoadFailed what="What needs attention" {...failure} />}
        {!failure && rows.length === 0 && (
          <p className="px-4 py-3 text-muted">Nothing needs your attention right now.</p>
        )}
        {rows.length > 0 && (
          <ul aria-label="Needs attention">
            {(showsAll ? rows : rows.slice(0, MOST_SHOWN)).map((row) => (
              <Row key={row.key} row={row} />
            ))}
          </ul>
        )}
        {more && (
          <div className="border-t border-hairline px-4 py-1.5">
            <Button
              size="sm"
              variant="ghost"
              className="-mx-3"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? 'Show less' : `Show ${isMore ? 'the first' : 'all'} ${formatCount(rows.length)}`}
            </Button>
          </div>
        )}
      </Card>
    </Section>
  )
}

function useRows(limited: number): AttentionRow[] {
  const { data: attention } = useQuery(attentionQuery)
  const { timer } = useTimer()
  const [today, timeZone] = [useToday(), useTimeZone()]
  const now = useServerTime((time) => time.getTime() - (time.getTime() % MINUTE_MS))
  const own = [timerRow(timer, new Date(now), timeZone), limitRow(limited)].filter((row) => row !== null)
  return [...own, ...(attention ? attentionRows(attention, { today, timeZone }) : [])]
}

const MINUTE_MS = 60_000

function Row({ row: { tone, title, detail, amount, action } }: { row: AttentionRow }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-hairline px-4 py-2 last:border-0 sm:min-h-13 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      <span className="flex h-[1lh] items-center max-sm:self-start">
        <StatusDot tone={tone}>{null}</StatusDot>
      </span>
      <p className="min-w-0 text-pretty wrap-anywhere max-sm:col-span-2">
        <span className="font-semibold">{title}</span> <span className="text-muted">{detail}</span>
      </p>
      <p className="font-semibold tabular-nums max-sm:col-start-2 sm:text-right">{amount}</p>
      <Action action={action} />
    </li>
  )
}

/** Buttons of one column are equally wide, so that the amounts beside them line up. */
const actionStyle = 'sm:w-38'

function Action({ action }: { action: AttentionAction }) {
  switch (action.kind) {
    case 'late': {
      const path = invoicePath(action.invoice)
      return (
        <LateStepButton
          late={action.invoice}
          pathTo={(step) => (step ? `${path}&step=${step}` : path)}
          className={actionStyle}
        />
      )
    }
    case 'stop_timer':
      return (
        <Button size="sm" className={actionStyle} onClick={() => timerPresses.press(new Date(serverNow()))}>
          Stop<span className="sr-only"> the timer</span>
        </Button>
      )
    case 'link':
      return (
        <ButtonLink size="sm" to={action.to} className={actionStyle}>
          {action.label}
          <span className="sr-only"> {action.about}</span>
        </ButtonLink>
      )
  }
}
