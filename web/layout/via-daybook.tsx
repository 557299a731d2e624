/** On pages that clients see. Their address is secret, so it is not passed on. */
export const ViaDaybook = () => (
  <a
    href="/"
    target="_blank"
    rel="noopener noreferrer"
    referrerPolicy="no-referrer"
    className="flex min-h-6 shrink-0 items-end rounded-xs underline-offset-4 hover:underline touch:min-h-11"
  >
    via Daybook<span className="sr-only"> (opens in a new tab)</span>
  </a>
)
