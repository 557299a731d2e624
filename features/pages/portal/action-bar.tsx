import type { ReactNode } from 'react'
import { ClientOnly } from './client-only.tsx'

/** The client's actions on an invoice. On a phone they come last, where they stay within reach of the thumb. */
export function ActionBar({ token, children }: { token: string; children: ReactNode }) {
  return (
    <div
      data-bottom-bar
      className="flex flex-col gap-2 max-lg:sticky max-lg:order-last max-lg:short:static max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:border-hairline max-lg:bg-paper max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] md:max-lg:-mx-8 md:max-lg:px-8 noscript:hidden print:hidden"
    >
      <ClientOnly token={token}>{children}</ClientOnly>
    </div>
  )
}
