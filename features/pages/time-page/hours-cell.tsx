import { type KeyboardEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatHoursInColumn } from '#core/format.ts'
import type { Seconds } from '#core/units.ts'
import { cx } from '#web/ui/cx.ts'
import { readCell, type WeekCell } from './rules/week.ts'

/** Hours that were typed and could not be saved. */
export interface RefusedHours {
  text: string
  problem: string
}

interface HoursCellProps {
  /** "Website, Monday, November 16" */
  label: string
  cell: WeekCell
  refused: RefusedHours | undefined
  /** `text` is what was typed. */
  onSave(hours: Seconds | null, text: string): void
  onDiscardRefused(): void
  /** Shows the entries of a cell that has several. */
  onOpen(): void
}

const cellStyle =
  'h-11 w-full min-w-0 rounded-xs bg-transparent px-2 text-right transition-colors -outline-offset-2 touch:text-lead'

/** The hours of one project on one day. Looks like text until it has focus; typing replaces what is there. */
export function HoursCell(props: HoursCellProps) {
  const { cell } = props
  return cell.entries.length > 1 ? <SeveralEntries {...props} /> : <HoursInput {...props} />
}

function SeveralEntries({ label, cell, onOpen }: HoursCellProps) {
  const hours = formatHoursInColumn(cell.hours)
  return (
    <button
      type="button"
      data-cell={cell.key}
      aria-label={`${label}: ${hours} h in ${cell.entries.length} entries`}
      onClick={onOpen}
      className={cx(cellStyle, 'flex items-center justify-end gap-1.5 hover:bg-sunken')}
    >
      <span
        aria-hidden="true"
        className="size-1.5 rounded-full bg-accent-ink forced-colors:bg-[CanvasText]"
      />
      {hours}
    </button>
  )
}

function HoursInput({ label, cell, refused, onSave, onDiscardRefused }: HoursCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [invalid, setInvalid] = useState<string | null>(null)
  const noteId = useId()
  const saved = cell.hours === 0 ? '' : formatHoursInColumn(cell.hours)
  const problem = typed === null ? refused?.problem : (invalid ?? undefined)
  const note = problem ?? cell.lock

  const discard = () => {
    setTyped(null)
    setInvalid(null)
    if (refused) onDiscardRefused()
  }
  const save = (text: string) => {
    const read = readCell(text)
    if ('problem' in read) return setInvalid(read.problem)
    discard()
    if ((read.hours ?? 0) !== cell.hours) onSave(read.hours, text)
  }
  // Enter leads to the next cell, and leaving a cell saves it: only what keeps the focus here is decided here.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && typed !== null && 'problem' in readCell(typed)) {
      event.preventDefault()
      save(typed)
    } else if (event.key === 'Enter' && typed === null && refused) {
      event.preventDefault()
      save(refused.text)
    } else if (event.key === 'Escape' && (typed !== null || refused)) {
      event.preventDefault()
      flushSync(discard)
      event.currentTarget.select()
    }
  }

  return (
    <span className="group relative block">
      <input
        data-cell={cell.key}
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={note ? noteId : undefined}
        readOnly={cell.lock !== null}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="next"
        value={typed ?? refused?.text ?? saved}
        onChange={(event) => {
          setTyped(event.target.value)
          setInvalid(null)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (typed !== null) save(typed)
        }}
        onKeyDown={onKeyDown}
        className={cx(
          cellStyle,
          'touch:border touch:border-edge touch:bg-surface read-only:cursor-default read-only:border-hairline read-only:text-muted hover:not-read-only:bg-sunken focus:not-read-only:bg-surface',
          problem !== undefined &&
            'text-red-ink outline-2 -outline-offset-2 outline-red-solid focus-visible:outline-red-solid',
        )}
      />
      {note && (
        <span
          id={noteId}
          role={problem === undefined ? undefined : 'alert'}
          className="sr-only group-focus-within:not-sr-only group-hover:not-sr-only"
        >
          <span className="popup absolute top-full right-0 z-10 mt-1 w-max max-w-64 px-2.5 py-1.5 text-left text-meta">
            {note}
          </span>
        </span>
      )}
    </span>
  )
}
