import { ButtonLink } from '#web/ui/button-link.tsx'
import { Wordmark } from './wordmark.tsx'

export function NotFoundScreen() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-6 p-6">
      <Wordmark className="text-heading" />
      <NotFoundMessage />
    </main>
  )
}

/** Within the frame of the app, in place of the screen alone. */
export function FramedNotFoundScreen() {
  return (
    <div className="flex max-w-xl flex-col gap-6 py-10">
      <NotFoundMessage />
    </div>
  )
}

function NotFoundMessage() {
  return (
    <>
      <title>Page not found · Daybook</title>
      <div>
        <h1 className="font-serif text-display-sm tracking-tight text-balance">This page does not exist.</h1>
        <p className="mt-3 max-w-md text-lead text-muted">
          The address may be mistyped, or the page may have been moved or removed.
        </p>
      </div>
      <ButtonLink to="/" variant="primary" className="w-fit">
        Back to Daybook
      </ButtonLink>
    </>
  )
}
