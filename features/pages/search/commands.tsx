import {
  CalendarDays,
  Clock,
  FileInput,
  FilePlus2,
  FolderDown,
  FolderPlus,
  HandCoins,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Play,
  ReceiptText,
  Repeat,
  Square,
  Sun,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { useSignOut } from '#features/foundation/sign-in/client.ts'
import { saveExport } from '#features/pages/export/client.ts'
import { billPath } from '#features/work/billing-status/rules.ts'
import { useTimer } from '#features/work/timer/client.ts'
import { timerPresses } from '#features/work/timer/use-timer-key.tsx'
import { serverNow } from '#web/data/server-clock.ts'
import { places } from '#web/layout/navigation.tsx'
import type { ShortcutName } from '#web/ui/shortcuts.ts'
import { setTheme } from '#web/ui/theme.ts'
import type { Findable } from './rules/matching.ts'

/** An action that needs no record. */
export interface Command extends Findable {
  icon: LucideIcon
  shortcut?: ShortcutName
  run(): void
}

/** Every action and every screen, the likely ones first. */
export function useCommands(showShortcuts: () => void): Command[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { timer } = useTimer()
  const go = (to: string) => () => void navigate(to)
  const pressTimer = () => timerPresses.press(new Date(serverNow()))
  return [
    timer
      ? { label: 'Stop the timer', words: 'time tracking', icon: Square, shortcut: 'timer', run: pressTimer }
      : { label: 'Start the timer', words: 'time track', icon: Play, shortcut: 'timer', run: pressTimer },
    {
      label: 'Log time',
      words: 'new add hours entry',
      icon: Clock,
      shortcut: 'logTime',
      run: go('/time-tracking?new'),
    },
    {
      label: 'New invoice',
      words: 'create add',
      icon: FilePlus2,
      shortcut: 'newInvoice',
      run: go('/invoices?new'),
    },
    { label: 'Bill unbilled work', words: 'invoice', icon: HandCoins, run: go(billPath()) },
    { label: 'New expense', words: 'create add cost receipt', icon: ReceiptText, run: go('/expenses?new') },
    {
      label: 'New client',
      words: 'create add customer',
      icon: UserPlus,
      shortcut: 'newClient',
      run: go('/clients?new'),
    },
    {
      label: 'New project',
      words: 'create add start',
      icon: FolderPlus,
      shortcut: 'newProject',
      run: go('/projects?new'),
    },
    ...places().map(({ to, name, icon }) => ({ label: name, words: 'go to open', icon, run: go(to) })),
    { label: 'Week', words: 'time sheet timesheet', icon: CalendarDays, run: go('/time-tracking?view=week') },
    { label: 'Recurring invoices', words: 'repeat retainer', icon: Repeat, run: go('/recurring-invoices') },
    { label: 'Recurring expenses', words: 'repeat', icon: Repeat, run: go('/expenses/recurring') },
    { label: 'Account', words: 'settings business profile', icon: UserRound, run: go('/account') },
    { label: 'Import', words: 'csv upload', icon: FileInput, run: go('/import') },
    { label: 'Export all data', words: 'download backup', icon: FolderDown, run: saveExport },
    {
      label: 'Keyboard shortcuts',
      words: 'help keys',
      icon: Keyboard,
      shortcut: 'shortcuts',
      run: showShortcuts,
    },
    { label: 'Dark theme', words: 'mode night', icon: Moon, run: () => setTheme('dark') },
    { label: 'Light theme', words: 'mode day', icon: Sun, run: () => setTheme('light') },
    { label: 'System theme', words: 'mode', icon: Monitor, run: () => setTheme('system') },
    { label: 'Sign out', words: 'log out leave', icon: LogOut, run: () => void signOut() },
  ]
}
