import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { buttonStyle } from '#web/ui/button-style.ts'
import { cx } from '#web/ui/cx.ts'

export const homePath = (token: string, tab?: 'invoices') =>
  `/client-portal/${encodeURIComponent(token)}${tab ? `?tab=${tab}` : ''}`
export const projectPath = (token: string, id: number) => `${homePath(token)}/projects/${id}`
export const invoicePath = (token: string, id: number) => `${homePath(token)}/invoices/${id}`

export function BackLink({ to }: { to: string }) {
  return (
    <Link
      to={to}
      aria-label="Back to portal"
      className={cx(
        buttonStyle('ghost'),
        '-mt-2 -ml-2.5 w-9 px-0 text-muted touch:-ml-3.5 touch:min-w-11 print:hidden',
      )}
    >
      <ArrowLeft aria-hidden />
    </Link>
  )
}
