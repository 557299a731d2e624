import type { KeyboardEvent } from 'react'
import { DISCARD, useConfirm } from './confirm.tsx'

type InlineEdit = {
  /** False while there is nothing for Esc to cancel. */
  editing?: boolean
  /** True if something was typed: then Esc asks first. */
  changed: boolean
  onLeave(): void
}

/**
 * Esc cancels inline editing without closing the dialog around it: `<form {...useInlineEdit({ changed, onLeave })}>`.
 */
export function useInlineEdit({ editing = true, changed, onLeave }: InlineEdit) {
  const confirm = useConfirm()
  const leave = async () => {
    if (!changed || (await confirm(DISCARD))) onLeave()
  }
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !editing) return
      event.stopPropagation()
      void leave()
    },
  }
}
