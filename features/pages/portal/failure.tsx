import { LockKeyhole, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { INVALID_LINK } from '#core/errors.ts'
import { Button } from '#web/ui/button.tsx'

type FailureProps = {
  icon: ReactNode
  title: string
  text: string
  hint?: string
  /** Given if another attempt may help. */
  onRetry?: (() => void) | undefined
  retrying?: boolean
  children?: ReactNode
}

/** Replaces a page that cannot be shown. */
export function Failure({ icon, title, text, hint, onRetry, retrying = false, children }: FailureProps) {
  return (
    <div className="flex flex-col items-center px-2 py-16 text-center md:py-28">
      <title>{title}</title>
      <span
        aria-hidden="true"
        className="mb-5 flex size-12 items-center justify-center rounded-full border border-hairline bg-surface text-muted [&_svg]:size-5"
      >
        {icon}
      </span>
      <h1 tabIndex={-1} className="font-serif text-title font-semibold tracking-tight">
        {title}
      </h1>
      <p role="alert" className="mt-2 text-lead">
        {text}
      </p>
      {hint && <p className="mt-1 max-w-sm text-body text-balance text-muted">{hint}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-2 empty:hidden">
        {onRetry && (
          <Button onClick={onRetry} pending={retrying}>
            <RotateCw aria-hidden /> Try Again
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

/** The link never worked, or it was revoked or expired while the page was open. */
export function LinkClosed() {
  return (
    <Failure
      icon={<LockKeyhole />}
      title="Access Denied"
      text={INVALID_LINK}
      hint="Please ask the person who sent you this link for a new one."
    />
  )
}
