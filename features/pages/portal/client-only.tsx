import { type ReactNode, useId } from 'react'
import { isPreview, ONLY_THE_CLIENT } from '#features/engagement/portal-access/rules.ts'

type ClientOnlyProps = { token: string; children: ReactNode }

/** Controls for the client. For the freelancer, who only looks, they are disabled, with a sentence that says why. */
export function ClientOnly({ token, children }: ClientOnlyProps) {
  const reason = useId()
  if (!isPreview(token)) return children
  return (
    <fieldset disabled aria-describedby={reason} className="contents">
      {children}
      <p id={reason} className="w-full text-meta text-muted">
        {ONLY_THE_CLIENT}
      </p>
    </fieldset>
  )
}
