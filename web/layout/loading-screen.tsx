import { Spinner } from '#web/ui/spinner.tsx'

export function LoadingScreen({ text = 'Loading...' }: { text?: string }) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <h1 className="sr-only">Daybook</h1>
      <Spinner text={text} />
    </main>
  )
}
