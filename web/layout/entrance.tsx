import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Wordmark } from './wordmark.tsx'

/** A page on which people sign in. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,10vh)] pb-8">
      <title>{`${title} · Daybook`}</title>
      <meta name="robots" content="noindex" />
      <Link to="/" aria-label="Daybook" className="mb-6 flex h-11 items-center rounded px-2">
        <Wordmark className="text-[1.5rem]" />
      </Link>
      <div className="w-full max-w-sm rounded-lg border border-hairline bg-surface p-6 sm:p-8">
        <h1 className="font-serif text-title font-semibold tracking-tight text-balance">{title}</h1>
        {children}
      </div>
    </main>
  )
}
