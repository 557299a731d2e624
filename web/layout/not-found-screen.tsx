import { ButtonLink } from '#web/ui/button-link.tsx'
import { Wordmark } from './wordmark.tsx'

export function NotFoundScreen() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-6 p-6">
      <title>Page not found · Daybook</title>
      <Wordmark className="text-heading" />
      <div>
        <h1 className="font-serif text-display-sm tracking-tight text-balance">This page does not exist.</h1>
        <p className="mt-3 max-w-md text-lead text-muted">
          The address may be mistyped, or the page may have been moved or removed.
        </p>
      </div>
      <ButtonLink to="/" variant="primary" className="w-fit">
        Back to Daybook
      </ButtonLink>
    </main>
  )
}
