import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

export type OpenDialog = { mode: 'new' } | { mode: 'edit'; id: number } | { mode: 'view'; id: number } | null

/** Dialogs have an address of their own (`?new`, `?edit=12`, `?view=12`), so that Back closes them and links open them. */
export function useDialogLink() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const openedHere = location.state?.openedHere === true

  const go = useCallback(
    (parameters: string) =>
      void navigate({ search: parameters }, { state: { openedHere: true }, preventScrollReset: true }),
    [navigate],
  )
  const close = useCallback(() => {
    if (openedHere) void navigate(-1)
    else void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  }, [navigate, openedHere])

  return {
    dialog: dialogIn(search),
    openNew: useCallback(() => go('new'), [go]),
    openEdit: useCallback((id: number) => go(`edit=${id}`), [go]),
    openView: useCallback((id: number) => go(`view=${id}`), [go]),
    close,
  }
}

function dialogIn(search: URLSearchParams): OpenDialog {
  if (search.has('new')) return { mode: 'new' }
  for (const mode of ['edit', 'view'] as const) {
    const id = Number(search.get(mode))
    if (Number.isSafeInteger(id) && id > 0) return { mode, id }
  }
  return null
}
