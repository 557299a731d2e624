import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { takeEarlySearch } from '#web/keyboard/early-search.ts'
import { Keys } from '#web/keyboard/keys.tsx'
import { useSingleKeys } from '#web/keyboard/single-keys.ts'
import { useShortcut } from '#web/keyboard/use-shortcut.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ariaKeys } from '#web/ui/shortcuts.ts'

const Palette = lazyDialog(() => import('#features/pages/search/palette.tsx'), 'Palette')
const ShortcutsDialog = lazyDialog(() => import('#web/keyboard/shortcuts-dialog.tsx'), 'ShortcutsDialog')

type Shown = 'search' | 'shortcuts' | null

/** The search of the app's frame: its buttons, its dialog, and the shortcuts that work on every screen. */
export function useSearchLauncher() {
  const [shown, show] = useState<Shown>(null)
  const navigate = useNavigate()
  const openSearch = () => show('search')
  const close = () => show(null)
  const takeTyped = useKeptTyping(shown === 'search', close)
  useShortcut('search', openSearch)
  useEffect(() => {
    if (takeEarlySearch()) show('search')
  }, [])
  useShortcut('shortcuts', () => show('shortcuts'))
  useShortcut('newClient', () => void navigate('/clients?new'))
  useShortcut('newProject', () => void navigate('/projects?new'))
  useShortcut('logTime', () => void navigate('/time-tracking?new'))
  useShortcut('newInvoice', () => void navigate('/invoices?new'))
  return {
    buttons: { wide: <SearchButton onPress={openSearch} />, icon: <SearchIcon onPress={openSearch} /> },
    dialogs: (
      <>
        <Palette
          open={shown === 'search'}
          onOpenChange={(open) => show(open ? 'search' : null)}
          onShowShortcuts={() => show('shortcuts')}
          takeTyped={takeTyped}
        />
        <ShortcutsDialog open={shown === 'shortcuts'} onClose={close} />
      </>
    ),
  }
}

/** Keeps what is typed from the press that opens the search until it is there. Returns what takes it. */
function useKeptTyping(isOpening: boolean, onEscape: () => void): () => string {
  const typed = useRef('')
  const [isTaken, setTaken] = useState(false)
  if (!isOpening && isTaken) setTaken(false)
  const isKept = isOpening && !isTaken
  const keep = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Escape') {
      typed.current = ''
      onEscape()
    } else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
    else if (key.length === 1) typed.current += key
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    if (!isKept) return
    const listen = (event: KeyboardEvent) => keep(event)
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [isKept])
  return () => {
    setTaken(true)
    const text = typed.current
    typed.current = ''
    return text
  }
}

function SearchButton({ onPress }: { onPress(): void }) {
  const [hasSingleKeys] = useSingleKeys()
  return (
    <button
      type="button"
      onClick={onPress}
      aria-keyshortcuts={ariaKeys('search', hasSingleKeys)}
      className="flex h-9 w-full items-center gap-3 rounded border border-hairline bg-surface px-3 text-muted transition-colors hover:border-edge hover:text-ink touch:h-11"
    >
      <Search aria-hidden="true" className="icon" />
      <span className="flex-1 text-left">
        Search<span className="sr-only"> everything</span>
      </span>
      <Keys of="search" />
    </button>
  )
}

function SearchIcon({ onPress }: { onPress(): void }) {
  return (
    <Button variant="ghost" aria-label="Search everything" onClick={onPress} className="ml-auto w-11 px-0">
      <Search aria-hidden="true" />
    </Button>
  )
}
