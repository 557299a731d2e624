import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { ConfirmProvider } from './confirm.tsx'
// Brought along: without a connection, too, a question is asked and an answer given.
import './confirm-dialog.tsx'
import { SharedActionsMenu } from './menu.tsx'
import { Toasts } from './toasts.tsx'

/** Toasts, questions and tooltips for what is below it. The landing page does without, to stay light. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider>
        <ConfirmProvider>
          {children}
          <SharedActionsMenu />
        </ConfirmProvider>
        <Toasts />
      </Tooltip.Provider>
    </CSPProvider>
  )
}
