import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { ConfirmProvider } from './confirm.tsx'
// Loaded with the page, so that questions can be asked and errors shown while offline.
import './confirm-dialog.tsx'
import { SharedActionsMenu } from './menu.tsx'
import { Toasts } from './toasts.tsx'
import { SharedTooltip } from './tooltip.tsx'

/** Provides toasts, confirmations and tooltips. The landing page does without them, to stay light. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider>
        <ConfirmProvider>
          {children}
          <SharedActionsMenu />
          <SharedTooltip />
        </ConfirmProvider>
        <Toasts />
      </Tooltip.Provider>
    </CSPProvider>
  )
}
