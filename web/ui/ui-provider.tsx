import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { ConfirmProvider } from './confirm.tsx'
import { SharedActionsMenu } from './menu.tsx'
import { Toaster } from './toaster.tsx'
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
        <Toaster />
      </Tooltip.Provider>
    </CSPProvider>
  )
}
