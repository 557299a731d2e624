import type { ReactNode } from 'react'

type MessageScreenProps = { icon: ReactNode; title: string; text: ReactNode; children?: ReactNode }

/** A page that says one thing, as where the link in an email leads. */
export function MessageScreen({ icon, title, text, children }: MessageScreenProps) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <title>{`${title} · Daybook`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <div className="flex max-w-md flex-col items-center text-center">
        <span
          aria-hidden="true"
          className="flex size-12 items-center justify-center rounded-full border border-hairline bg-surface text-muted [&_svg]:size-5"
        >
          {icon}
        </span>
        <div role="status">
          <h1 className="mt-5 font-serif text-title font-semibold tracking-tight text-balance">{title}</h1>
          <p className="mt-2 text-lead text-balance wrap-anywhere text-muted">{text}</p>
        </div>
        <div className="mt-8 flex w-full flex-wrap items-center justify-center gap-3 empty:hidden">
          {children}
        </div>
      </div>
    </main>
  )
}
