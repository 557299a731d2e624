import { create } from 'qrcode'

const QUIET_ZONE = 4

/** The QR code with which a banking app fills in the transfer. Black on white, whatever the theme. */
export function PaymentCode({ content }: { content: string }) {
  const { size, data } = create(content, { errorCorrectionLevel: 'M' }).modules
  const squares = Array.from(data, (dark, index) =>
    dark ? `M${(index % size) + QUIET_ZONE} ${Math.floor(index / size) + QUIET_ZONE}h1v1h-1z` : '',
  ).join('')
  const width = size + 2 * QUIET_ZONE
  return (
    <figure className="flex w-fit flex-col items-center gap-1.5">
      <svg
        role="img"
        aria-label="QR code for the transfer"
        viewBox={`0 0 ${width} ${width}`}
        shapeRendering="crispEdges"
        className="size-32 rounded-sm"
      >
        <rect width={width} height={width} fill="white" />
        <path d={squares} fill="black" />
      </svg>
      <figcaption className="text-micro text-muted">Scan with your banking app</figcaption>
    </figure>
  )
}
