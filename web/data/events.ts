import type { Endpoint, Output } from '#core/endpoint.ts'
import { addressOf } from '#web/data/api.ts'
import { decodeResponse } from '#web/data/decode.ts'
import { logFailure } from '#web/data/log.ts'

const MIN_DELAY_MS = 2_000
const MAX_DELAY_MS = 5 * 60_000

/**
 * Follows a stream of events while the tab is visible. A lost connection is opened again, with growing delays. Returns
 * what ends it.
 */
export function watchEvents<E extends Endpoint & { events: true }>(
  endpoint: E,
  onEvent: (data: Output<E>) => void,
): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let delay = MIN_DELAY_MS

  const close = () => {
    clearTimeout(retry)
    source?.close()
    source = undefined
  }

  const open = () => {
    close()
    if (document.hidden || !navigator.onLine) return
    source = new EventSource(addressOf<Endpoint>(endpoint))
    source.onopen = () => {
      delay = MIN_DELAY_MS
    }
    source.onmessage = ({ data }: MessageEvent<string>) => {
      try {
        onEvent(decodeResponse(endpoint, JSON.parse(data)) as Output<E>)
      } catch (error) {
        logFailure(error)
      }
    }
    source.onerror = () => {
      close()
      retry = setTimeout(open, delay * (1 + Math.random()))
      delay = Math.min(2 * delay, MAX_DELAY_MS)
    }
  }

  open()
  document.addEventListener('visibilitychange', open)
  addEventListener('online', open)
  addEventListener('offline', close)
  return () => {
    close()
    document.removeEventListener('visibilitychange', open)
    removeEventListener('online', open)
    removeEventListener('offline', close)
  }
}
