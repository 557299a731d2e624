import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { logFailure } from '#web/data/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Wordmark } from './wordmark.tsx'

/** Shown when a screen could not be loaded or rendered. Part of the first bundle, since nothing else may load. */
export function ErrorScreen() {
  const error = useRouteError()
  useEffect(() => logFailure(error), [error])
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-6 p-6">
      <title>Unexpected Application Error · Daybook</title>
      <Wordmark className="text-heading" />
      <div>
        <h1 className="font-serif text-display-sm tracking-tight text-balance">
          Unexpected Application Error!
        </h1>
        <p className="mt-3 max-w-md text-lead text-muted">
          This page could not be shown. What you saved is safe. Check your connection and reload the page.
        </p>
      </div>
      <Button variant="primary" className="w-fit" onClick={() => location.reload()}>
        Reload
      </Button>
    </main>
  )
}
