import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Above a page's title: the page it belongs to. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-ml-1 inline-flex items-center gap-1.5 rounded-sm px-1 text-muted transition-colors hover:text-ink touch:-my-3 touch:min-h-11"
    >
      <ArrowLeft aria-hidden className="icon-sm" /> {children}
    </Link>
  )
}
