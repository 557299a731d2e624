import { Spinner } from '#web/ui/spinner.tsx'

export function LoadingScreen({ text = 'Loading...' }: { text?: string }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center p-6">
      <h1 className="sr-only">Daybook</h1>
      <Spinner text={text} className="noscript:hidden" />
      <noscript>
        {import.meta.env.SSR &&
          'This page needs JavaScript. Please turn it on in your browser, then load the page again.'}
      </noscript>
    </main>
  )
}
