import { Check, FileText, Lock } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { cx } from '#web/ui/cx.ts'

/** The client's view in the portal. */
export function PortalPreview() {
  return (
    <figure>
      <figcaption className="sr-only">
        The client portal: a client’s project with four of six milestones done and a deliverable to approve.
      </figcaption>
      <div
        aria-hidden="true"
        className="overflow-hidden rounded-lg border border-hairline bg-paper select-none"
      >
        <div className="flex h-11 items-center gap-2 border-b border-hairline px-4 text-meta text-faint">
          <Lock className="icon-sm" />
          <span className="truncate">
            daybook.example/client-portal/<span className="text-ink">9f2c…e41b</span>
          </span>
        </div>
        <div className="flex flex-col gap-5 p-5 sm:p-7">
          <div>
            <p className="font-serif text-[1.375rem] leading-tight font-semibold tracking-tight">
              Welcome, Harbour &amp; Pine
            </p>
            <p className="mt-1 text-meta text-faint">Access expires: December 13, 2026</p>
          </div>
          <div className="rounded border border-hairline bg-surface p-4">
            <div className="flex items-center justify-between gap-3">
              <p className="font-semibold">Webshop, new checkout</p>
              <Badge tone="green">Active</Badge>
            </div>
            <Milestones />
          </div>
          <div className="rounded border border-hairline bg-surface p-4">
            <div className="flex items-start gap-3">
              <FileText className="icon mt-0.5 text-faint" />
              <div className="min-w-0 flex-1">
                <p className="font-medium">Checkout flow, third version</p>
                <p className="text-meta text-faint">Submitted November 12</p>
              </div>
            </div>
            <div className="mt-4 flex flex-wrap gap-2">
              <span className={cx(buttonStyle('primary', 'sm'), 'touch:min-h-8')}>
                <Check /> Approve
              </span>
              <span className={cx(buttonStyle('secondary', 'sm'), 'touch:min-h-8')}>Request Changes</span>
            </div>
          </div>
        </div>
      </div>
    </figure>
  )
}

function Milestones() {
  return (
    <div className="mt-4">
      <p className="flex justify-between text-meta text-muted">
        <span>Milestones</span>
        <span>4 / 6</span>
      </p>
      <div className="mt-2 grid grid-cols-6 gap-1">
        {[1, 2, 3, 4, 5, 6].map((milestone) => (
          <span
            key={milestone}
            className={cx('h-1.5 rounded-full', milestone <= 4 ? 'bg-ink' : 'bg-sunken')}
          />
        ))}
      </div>
    </div>
  )
}
