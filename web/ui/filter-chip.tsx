import { Check, ChevronDown, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { Menu, MenuItem } from './menu.tsx'
import { Popover } from './popover.tsx'

/** The address of the list without a filter. */
interface Clear {
  label: string
  search: string
}

type FilterChipProps = {
  label: string
  /** The chosen value in words; empty while the list is not filtered by it. */
  value: string | undefined
  clear: Clear
  /** The form that chooses a value. */
  children(close: () => void): ReactNode
}

/** One filter of a list: a chip that opens its form in place, and a cross that removes the filter. */
export function FilterChip({ label, value, clear, children }: FilterChipProps) {
  const [open, setOpen] = useState(false)
  return (
    <Chip isSet={Boolean(value)} clear={clear}>
      <Popover
        label={label}
        open={open}
        onOpenChange={setOpen}
        trigger={<ChipButton label={label} value={value} />}
      >
        {children(() => setOpen(false))}
      </Popover>
    </Chip>
  )
}

type FilterMenuProps = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  searchFor(value: undefined): string
  onChoose(value: string | undefined): void
}

/** A filter by one of a few values. */
export function FilterMenu({ label, options, value, searchFor, onChoose }: FilterMenuProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Chip isSet={chosen !== undefined} clear={{ label: `${label}: show all`, search: searchFor(undefined) }}>
      <Menu align="start" trigger={<ChipButton label={label} value={chosen?.label} />}>
        {options.map((option) => (
          <MenuItem
            key={option.value}
            icon={<Check className={cx(option !== chosen && 'invisible')} />}
            onSelect={() => onChoose(option === chosen ? undefined : option.value)}
          >
            {option.label}
          </MenuItem>
        ))}
      </Menu>
    </Chip>
  )
}

/** A filter that came with a link, and can only be removed. */
export function SetFilter({ clear, children }: { clear: Clear; children: ReactNode }) {
  return (
    <Chip isSet clear={clear}>
      <span className="truncate pl-3 text-meta font-medium">{children}</span>
    </Chip>
  )
}

function Chip({ isSet, clear, children }: { isSet: boolean; clear: Clear; children: ReactNode }) {
  return (
    <span
      className={cx(
        'flex h-8 max-w-full min-w-0 shrink-0 items-center rounded-full border touch:h-11.5',
        isSet ? 'border-edge bg-surface' : 'border-dashed border-edge',
      )}
    >
      {children}
      {isSet && (
        <Link
          to={{ search: clear.search }}
          aria-label={clear.label}
          preventScrollReset
          className="-ml-1 flex size-8 shrink-0 items-center justify-center rounded-full text-faint hover:text-ink touch:size-11"
        >
          <X aria-hidden="true" className="icon-sm" />
        </Link>
      )}
    </span>
  )
}

type ChipButtonProps = { label: string; value: string | undefined }

/** Takes what makes it the trigger of a menu or popover. */
function ChipButton({ label, value, ...trigger }: ChipButtonProps) {
  return (
    <button
      type="button"
      {...trigger}
      className="flex h-full min-w-0 items-center gap-1 rounded-full px-3 text-meta font-medium -outline-offset-2 text-muted transition-colors hover:text-ink data-popup-open:text-ink"
    >
      <span className={cx('truncate', value && 'text-ink')}>
        <span className={cx(value && 'font-normal text-muted')}>{label}</span>
        {value && ` ${value}`}
      </span>
      {!value && <ChevronDown aria-hidden="true" className="icon-sm shrink-0" />}
    </button>
  )
}
