import { useIsFetching, useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useParams } from 'react-router'
import { useFocusOnArrival } from '#web/layout/use-focus-on-arrival.ts'
import { ViaDaybook } from '#web/layout/via-daybook.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { isRefused, logoUrl, overviewQuery } from './client.ts'
import { LinkClosed } from './failure.tsx'
import { homePath } from './links.tsx'

const OwnDetailsDialog = lazyDialog(() => import('./own-details-dialog.tsx'), 'OwnDetailsDialog')
const Toaster = lazy(async () => ({ default: (await import('#web/ui/toaster.tsx')).Toaster }))
const PreviewBanner = lazy(async () => ({ default: (await import('./preview-banner.tsx')).PreviewBanner }))
const Tour = lazy(async () => ({ default: (await import('#features/pages/tour/tour.tsx')).Tour }))

/** The frame of the portal. It shows the freelancer's business name, and Daybook's only in the footer. */
export function PortalFrame() {
  const { token = '' } = useParams()
  const { data: loaded, error, isPending } = useQuery(overviewQuery(token))
  const closed = isRefused(error)
  const data = closed ? undefined : loaded
  const pageIsLoading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0
  const main = useFocusOnArrival()
  /** Undefined until they were opened once: only they have toasts, whose code pages do without. */
  const [showsDetails, setShowsDetails] = useState<boolean>()

  return (
    <div className="flex min-h-dvh flex-col print:block">
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex, nofollow" />
      <a
        href="#main"
        className="sr-only rounded bg-ink px-4 py-3 font-medium text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      {data?.is_preview && (
        <Suspense>
          <PreviewBanner token={token} clientName={data.client.name} />
          {data.is_demo && <Tour />}
        </Suspense>
      )}
      <header
        className={cx('border-b border-hairline bg-surface print:hidden', !data && !isPending && 'invisible')}
      >
        <div className="mx-auto flex min-h-14 max-w-5xl items-center px-4 py-1.5 md:min-h-16 md:px-8">
          {data && (
            <Link
              to={homePath(token)}
              className="flex min-h-10 min-w-0 items-center touch:min-h-11 rounded-xs font-serif text-heading font-semibold tracking-tight wrap-break-word md:text-[1.25rem]"
            >
              {data.business.logo_id !== null && (
                <img
                  src={logoUrl(token, data.business.logo_id)}
                  alt=""
                  className="on-plate mr-4 h-9 max-w-28 min-w-9 shrink-0"
                />
              )}
              <span dir="auto" className="line-clamp-2 min-w-0">
                {data.business.name}
              </span>
            </Link>
          )}
          {data?.is_demo && <Badge className="ml-3">Demo</Badge>}
          {data && !data.is_preview && (
            <Button
              variant="ghost"
              className="-mr-3.5 ml-auto min-w-0 shrink-0"
              onClick={() => setShowsDetails(true)}
            >
              <UserRound aria-hidden />
              <span className="max-sm:sr-only">Your details</span>
            </Button>
          )}
        </div>
      </header>
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl flex-1 px-4 py-6 md:px-8 md:py-10 print:max-w-none print:p-0"
      >
        <noscript>{import.meta.env.SSR && data && <WithoutScripts business={data.business.name} />}</noscript>
        {closed ? <LinkClosed error={error} /> : <Outlet />}
      </main>
      {/* Content above it is still loading and would push it down. */}
      <footer
        className={cx(
          'mx-auto flex w-full max-w-5xl items-end justify-between gap-8 px-4 pt-6 pb-8 text-micro text-faint md:px-8 print:hidden',
          (isPending || pageIsLoading) && 'invisible',
        )}
      >
        <p className="min-w-0 wrap-anywhere whitespace-pre-line">{data?.business.address}</p>
        <ViaDaybook />
      </footer>
      {data && showsDetails && (
        <OwnDetailsDialog
          token={token}
          business={data.business.name}
          onClose={() => setShowsDetails(false)}
        />
      )}
      {showsDetails !== undefined && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  )
}

/** Says what a client can still do where no button works. */
function WithoutScripts({ business }: { business: string }) {
  return (
    <Alert tone="info" title="Your browser does not run JavaScript" className="mb-6 print:hidden">
      You can read everything here and download PDFs and files. To approve, pay online or comment, turn
      JavaScript on, or call or write to <bdi>{business}</bdi>.
    </Alert>
  )
}
