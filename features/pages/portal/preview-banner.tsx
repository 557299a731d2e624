import { Eye } from 'lucide-react'
import { previewedClient } from '#features/engagement/portal-access/rules.ts'
import { ButtonAnchor } from '#web/ui/button-link.tsx'

type PreviewBannerProps = { token: string; clientName: string }

/** Tells the freelancer that this is what the client sees, and leads back. */
export function PreviewBanner({ token, clientName }: PreviewBannerProps) {
  return (
    <aside
      aria-label="Preview"
      className="border-b border-blue-solid/35 bg-blue-soft text-blue-ink print:hidden"
    >
      <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2 md:px-8">
        <p className="flex min-w-0 flex-1 basis-72 gap-2.5">
          <Eye aria-hidden className="icon mt-0.5" />
          <span className="min-w-0 wrap-anywhere">
            You see what {clientName} sees. It does not count as a visit, and you cannot change anything here.
          </span>
        </p>
        <ButtonAnchor href={`/clients/${previewedClient(token)}`} size="sm">
          Back to Daybook
        </ButtonAnchor>
      </div>
    </aside>
  )
}
