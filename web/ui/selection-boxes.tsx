import { Checkbox } from './checkbox.tsx'
import type { ListSelection } from './selection.ts'

type SelectionBoxProps = {
  /** The record: "INV-0042". */
  of: string
  selected: boolean
  /** `range`: with all up to the one that was chosen last. */
  onToggle(range: boolean): void
  className?: string
}

/** Selects one record of a list. With Shift, also all up to the one that was chosen last. */
export function SelectionBox({ of, selected, onToggle, className }: SelectionBoxProps) {
  return (
    <Checkbox
      aria-label={`Select ${of}`}
      checked={selected}
      // A press with Shift would select text, too.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      {...(className && { className })}
    />
  )
}

type SelectAllBoxProps = { all: ListSelection['all']; hideLabel?: boolean; className?: string }

export function SelectAllBox({ all, hideLabel = false, className }: SelectAllBoxProps) {
  return (
    <Checkbox
      {...(hideLabel ? { 'aria-label': all.label } : { label: all.label })}
      checked={all.checked}
      indeterminate={all.indeterminate}
      onChange={({ target }) => all.toggle(target.checked)}
      {...(className && { className })}
    />
  )
}
