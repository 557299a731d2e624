import { ChevronsUpDown, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuRadio, MenuSeparator } from '#web/ui/menu.tsx'
import { type Theme, useTheme } from '#web/ui/theme.ts'

export type LayoutUser = {
  email: string
  name?: string | null | undefined
  picture?: string | null | undefined
}

type AccountFooterProps = {
  user: LayoutUser
  onSignOut(): void
  signingOut: boolean
  /** MenuItem and MenuLink for the account menu. */
  items?: ReactNode
}

export function AccountFooter({ user, onSignOut, signingOut, items }: AccountFooterProps) {
  const [theme, setTheme] = useTheme()
  const name = user.name?.trim() || user.email
  return (
    <div className="flex flex-col gap-0.5">
      <Menu
        side="top"
        align="start"
        matchWidth
        trigger={
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-3 rounded px-2 py-1.5 text-left transition-colors hover:bg-sunken data-popup-open:bg-sunken"
          >
            <span className="sr-only">Account menu,</span>
            <Avatar name={name} picture={user.picture} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate font-medium">{name}</span>
              {name !== user.email && <span className="truncate text-micro text-faint">{user.email}</span>}
            </span>
            <ChevronsUpDown aria-hidden="true" className="icon text-faint" />
          </button>
        }
      >
        {items && (
          <>
            {items}
            <MenuSeparator />
          </>
        )}
        <MenuRadio label="Theme" value={theme} onValueChange={setTheme} options={themes} />
      </Menu>
      <Button
        variant="ghost"
        onClick={onSignOut}
        pending={signingOut}
        pendingText="Signing out…"
        className="w-full justify-start gap-3 px-3 text-muted hover:text-ink"
      >
        <LogOut aria-hidden="true" />
        Sign Out
      </Button>
    </div>
  )
}

const themes: { value: Theme; label: string; icon: ReactNode }[] = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
]
