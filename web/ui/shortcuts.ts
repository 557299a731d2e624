export interface Shortcut {
  /** As `aria-keyshortcuts` names them. */
  keys: readonly string[]
  /** The shortcut's effect, in words. */
  does: string
  where: 'Anywhere' | 'Create' | 'In the week' | 'In the lines of an invoice'
}

/** Every shortcut of the app: what reacts to it, announces it and explains it reads this list. */
export const SHORTCUTS = {
  search: { keys: ['Control+K', 'Meta+K', '/'], does: 'Search, or run an action', where: 'Anywhere' },
  timer: { keys: ['T'], does: 'Start or stop the timer', where: 'Anywhere' },
  undo: { keys: ['Control+Z', 'Meta+Z'], does: 'Undo the last change', where: 'Anywhere' },
  shortcuts: { keys: ['?'], does: 'Show the keyboard shortcuts', where: 'Anywhere' },
  newClient: { keys: ['C'], does: 'Add a client', where: 'Create' },
  newProject: { keys: ['P'], does: 'Start a project', where: 'Create' },
  logTime: { keys: ['L'], does: 'Log time', where: 'Create' },
  newInvoice: { keys: ['I'], does: 'Create an invoice', where: 'Create' },
  moveInWeek: {
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    does: 'Move from cell to cell',
    where: 'In the week',
  },
  saveInWeek: { keys: ['Enter'], does: 'Save a cell and move down', where: 'In the week' },
  otherWeek: { keys: ['PageUp', 'PageDown'], does: 'Show another week', where: 'In the week' },
  moveLine: {
    keys: ['ArrowUp', 'ArrowDown'],
    does: 'Move a line, with the focus on its handle',
    where: 'In the lines of an invoice',
  },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof SHORTCUTS

/** A character that is typed as well, so it can be turned off. */
export const isSingleKey = (key: string): boolean => key.length === 1

/** For `aria-keyshortcuts`; undefined if all of its keys are turned off. */
export function ariaKeys(name: ShortcutName, hasSingleKeys = true): string | undefined {
  const keys = SHORTCUTS[name].keys.filter((key) => hasSingleKeys || !isSingleKey(key))
  return keys.join(' ') || undefined
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

const SYMBOLS: Record<string, string> = {
  Control: 'Ctrl',
  Meta: '⌘',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
}

/** The keys as this keyboard has them: `['⌘', 'K']` on a Mac, `['Ctrl', 'K']` elsewhere. */
export const shownKeys = (name: ShortcutName): string[][] =>
  SHORTCUTS[name].keys
    .filter((key) => !key.startsWith(isApple() ? 'Control+' : 'Meta+'))
    .map((key) => key.split('+').map((part) => SYMBOLS[part] ?? part))
