import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: string
  description?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
  /** Above the title, such as a link back. */
  back?: ReactNode
}

/** A page's title: heading, browser tab, and where focus goes on arrival. Its actions are always at the right. */
export function PageHeader({ title, description, actions, back }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <title>{`${title} · Daybook`}</title>
      <div className="min-w-0 flex-1 basis-52">
        {back && <div className="mb-2 text-meta">{back}</div>}
        <h1 tabIndex={-1} dir="auto" className="text-title font-semibold tracking-tight text-balance">
          {title}
        </h1>
        {description && <p className="mt-1 text-body text-balance text-muted">{description}</p>}
      </div>
      {actions && (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-md:w-full max-md:*:flex-1">
          {actions}
        </div>
      )}
    </header>
  )
}
