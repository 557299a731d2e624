import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DateOnly } from '#core/calendar.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { cx } from '#web/ui/cx.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { periodIn } from './client.ts'
import { ReportQuery } from './contract.ts'
import { CUSTOM_DATES, daysOf, offeredQueries, queryLabel, shifted } from './rules/period.ts'

type PeriodProps = { query: ReportQuery; onChange(query: ReportQuery): void }

/**
 * The days of the report are part of the address (`?range=lastyear`, `?quarter=2026-Q3`), so that it can be bookmarked and
 * shared.
 */
export function usePeriod(): [ReportQuery, (query: ReportQuery) => void] {
  const [search, setSearch] = useSearchParams()
  const setQuery = (next: ReportQuery) => {
    const address = new URLSearchParams(addressOf(next))
    const tab = search.get('tab')
    if (tab) address.set('tab', tab)
    setSearch(address, { replace: true, preventScrollReset: true })
  }
  return [periodIn(search), setQuery]
}

/** The parts of the address that name the days. */
export const PERIOD_PARAMETERS = ['range', 'year', 'quarter', 'month', 'from', 'to']

const addressOf = ({ timeRange: range, ...others }: ReportQuery): string =>
  new URLSearchParams(
    Object.entries({ range, ...others }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  ).toString()

export function PeriodPicker({ query, onChange }: PeriodProps) {
  const today = useToday()
  const options = optionsFor(query, today)
  const isCalendarPeriod = (query.year ?? query.quarter ?? query.month) !== undefined
  return (
    <div className={cx('flex items-center gap-1', isCalendarPeriod && 'max-md:min-w-full')}>
      <Step to={shifted(query, -1)} icon={<ChevronLeft aria-hidden />} onChange={onChange} />
      <div className="min-w-0 flex-1 md:w-40 md:flex-none">
        <Select
          aria-label="Time range"
          options={options}
          value={query.from ? CUSTOM_DATES : addressOf(query)}
          onValueChange={(chosen) => onChange(options.find(({ value }) => value === chosen)?.query ?? query)}
        />
      </div>
      <Step to={shifted(query, 1)} icon={<ChevronRight aria-hidden />} onChange={onChange} />
    </div>
  )
}

type StepProps = { to: ReportQuery | undefined; icon: ReactNode; onChange: PeriodProps['onChange'] }

/** From a calendar period to the one before or after it. */
function Step({ to, icon, onChange }: StepProps) {
  const today = useToday()
  return to && <IconButton label={queryLabel(to, today)} icon={icon} onClick={() => onChange(to)} />
}

function optionsFor(query: ReportQuery, today: DateOnly) {
  return [
    ...offeredQueries(query, today).map((one) => ({
      value: addressOf(one),
      label: queryLabel(one, today),
      query: one,
    })),
    { value: CUSTOM_DATES, label: CUSTOM_DATES, query: daysOf(query, today) },
  ]
}

/** Takes effect as soon as both days are sound; what is wrong is said when a field is left. */
export function CustomDates({ query, onChange }: PeriodProps) {
  const [days, setDays] = useState({ from: query.from ?? '', to: query.to ?? '' })
  const [isLeft, setIsLeft] = useState(false)
  const { error } = ReportQuery.safeParse(days)
  const change = (changed: Partial<typeof days>) => {
    const next = { ...days, ...changed }
    setDays(next)
    setIsLeft(false)
    const { data } = ReportQuery.safeParse(next)
    if (data) onChange(data)
  }
  const messageFor = (field: 'from' | 'to') =>
    isLeft ? error?.issues.find(({ path }) => path[0] === field)?.message : undefined
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 md:w-88 md:gap-4">
      <Field label="From" error={messageFor('from')}>
        <DateInput
          value={days.from}
          onChange={(event) => change({ from: event.target.value })}
          onBlur={() => setIsLeft(true)}
        />
      </Field>
      <Field label="To" error={messageFor('to')}>
        <DateInput
          value={days.to}
          onChange={(event) => change({ to: event.target.value })}
          onBlur={() => setIsLeft(true)}
        />
      </Field>
    </div>
  )
}
