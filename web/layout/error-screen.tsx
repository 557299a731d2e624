import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { logFailure } from '#web/data/log.ts'
import { checkConnection, onConnection, useConnected } from '#web/offline/connection.ts'
import { checkVersion, reloadToNewVersion, useNewVersion } from '#web/offline/new-version.ts'
import { Button } from '#web/ui/button.tsx'
import { Wordmark } from './wordmark.tsx'

/** Shown when a screen could not be loaded or rendered. Part of the first bundle, since nothing else may load. */
export function ErrorScreen() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-6 p-6">
      <Wordmark className="text-heading" />
      <Failure />
    </main>
  )
}

/** Within the frame of the app, in place of the screen alone. */
export function FramedErrorScreen() {
  return (
    <div className="flex max-w-xl flex-col gap-6 py-10">
      <Failure />
    </div>
  )
}

function Failure() {
  const error = useRouteError()
  const isConnected = useConnected()
  const isOutdated = useNewVersion()
  // Until it was tried again, also when the connection is back by then.
  const [missed, setMissed] = useState<unknown>()
  if (!isConnected && missed !== error) setMissed(error)
  useEffect(() => {
    logFailure(error)
    void checkConnection()
    void checkVersion()
  }, [error])
  if (missed === error) return <Offline />
  return isOutdated ? (
    <Message
      heading="Reload to see this page"
      text="It belongs to a new version of Daybook. What you saved is safe."
    >
      <Reload />
    </Message>
  ) : (
    <Message
      heading="Unexpected Application Error!"
      text="This page could not be shown. What you saved is safe. Check your connection and reload the page."
    >
      <Reload />
    </Message>
  )
}

const Reload = () => (
  <Button variant="primary" className="w-fit" onClick={() => void reloadToNewVersion()}>
    Reload
  </Button>
)

/** Opens the screen by itself once there is a connection again. */
function Offline() {
  const navigate = useNavigate()
  const shown = useLocation()
  useEffect(() => {
    const open = () => void navigate(shown, { replace: true, state: shown.state, preventScrollReset: true })
    return onConnection((isConnected) => isConnected && open())
  }, [navigate, shown])
  return (
    <Message
      heading="You are offline"
      text="This page was not loaded yet. It opens by itself when the connection is back."
    />
  )
}

interface MessageProps {
  heading: string
  text: string
  children?: ReactNode
}

function Message({ heading, text, children }: MessageProps) {
  return (
    <>
      <title>{`${heading.replace(/!$/, '')} · Daybook`}</title>
      <div>
        <h1 className="font-serif text-display-sm tracking-tight text-balance">{heading}</h1>
        <p className="mt-3 max-w-md text-lead text-muted">{text}</p>
      </div>
      {children}
    </>
  )
}
