import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { PAGE_PARAMETERS, pageParameter } from './page-parameters.ts'

const MODES = ['edit', 'view', 'portal'] as const

export type OpenDialog = { mode: 'new' } | { mode: (typeof MODES)[number]; id: number } | null

/**
 * Dialogs have their own address (`?new`, `?edit=12`, `?view=12`, `?portal=12`), so that Back closes them and links
 * open them. The page's own parameters are kept. A form closes its dialog when it is saved: if the user has left the
 * dialog by then, whatever the page shows now stays.
 */
export function useDialogLink() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const openedHere = state?.openedHere === true
  const page = pageParameters(search)
  const dialog = dialogIn(search)
  const opening = useOpening(dialog)

  const go = useCallback(
    (parameters: string) =>
      void navigate(
        { search: [page, parameters].filter(Boolean).join('&') },
        { state: { openedHere: true }, preventScrollReset: true },
      ),
    [navigate, page],
  )
  const close = useCallback(() => {
    if (opening.isLeft) return
    if (!openedHere) return void navigate({ search: page }, { replace: true, preventScrollReset: true })
    // The address changes a moment later: a second press must not go back once more.
    opening.isLeft = true
    void navigate(-1)
  }, [navigate, openedHere, opening, page])

  return {
    dialog,
    openNew: useCallback(() => go('new'), [go]),
    openEdit: useCallback((id: number) => go(`edit=${id}`), [go]),
    /** With a step, its form opens together with the record. */
    openView: useCallback(
      (id: number, step?: string) => go([`view=${id}`, step && `step=${step}`].filter(Boolean).join('&')),
      [go],
    ),
    /** From a form to the record it created: replaces the form in the history, so Back leads to the list. */
    replaceWithView: useCallback(
      (id: number) => {
        if (opening.isLeft) return
        const search = [page, `view=${id}`].filter(Boolean).join('&')
        void navigate({ search }, { replace: true, state, preventScrollReset: true })
      },
      [navigate, opening, page, state],
    ),
    openPortal: useCallback((id: number) => go(`portal=${id}`), [go]),
    close,
  }
}

/** One for each time that a dialog is opened. */
function useOpening(dialog: OpenDialog): { isLeft: boolean } {
  const which = [dialog?.mode, dialog && 'id' in dialog && dialog.id].join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one for another dialog
  const opening = useMemo(() => ({ isLeft: false }), [which])
  useEffect(() => {
    opening.isLeft = false
    return () => {
      opening.isLeft = true
    }
  }, [opening])
  return opening
}

const pageParameters = (search: URLSearchParams): string =>
  PAGE_PARAMETERS.filter((name) => pageParameter(search, name))
    .map((name) => `${name}=${encodeURIComponent(search.get(name) ?? '')}`)
    .join('&')

function dialogIn(search: URLSearchParams): OpenDialog {
  if (search.has('new')) return { mode: 'new' }
  for (const mode of MODES) {
    const id = Number(search.get(mode))
    if (Number.isSafeInteger(id) && id > 0) return { mode, id }
  }
  return null
}
