import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { ConfirmProvider } from './confirm.tsx'
import { SharedActionsMenu } from './menu.tsx'
import { Toaster } from './toaster.tsx'

/** Toasts, questions and tooltips for what is below it. The landing page does without, to stay light. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider>
        <ConfirmProvider>
          {children}
          <SharedActionsMenu />
        </ConfirmProvider>
        <Toaster />
      </Tooltip.Provider>
    </CSPProvider>
  )
}
