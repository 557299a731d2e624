import { FileText, X } from 'lucide-react'
import type { ReactNode } from 'react'

export function ReceiptTiles({ children }: { children: ReactNode }) {
  return (
    <ul aria-label="Receipts" className="flex flex-wrap gap-3 touch:gap-5 touch:pr-2.5">
      {children}
    </ul>
  )
}

/** A small image, or a sign for a file that has none, or none yet. */
export function ReceiptPicture({ address }: { address: string | null }) {
  return address ? (
    <img src={address} alt="" className="size-16 rounded-sm object-cover" />
  ) : (
    <span className="flex size-16 items-center justify-center rounded-sm bg-sunken">
      <FileText aria-hidden className="icon text-muted" />
    </span>
  )
}

interface ReceiptTileProps {
  name: string
  picture: ReactNode
  /** Without it, the receipt cannot be opened yet. */
  onView?(): void
  onRemove(): void
}

export function ReceiptTile({ name, picture, onView, onRemove }: ReceiptTileProps) {
  const content = (
    <>
      {picture}
      <span className="block w-full truncate text-center text-micro text-muted">{name}</span>
    </>
  )
  const style = 'flex w-20 flex-col items-center gap-1 rounded border border-hairline p-1.5'
  return (
    <li className="relative">
      {onView ? (
        <button
          type="button"
          aria-label={`View ${name}`}
          onClick={onView}
          className={`${style} hover:bg-sunken`}
        >
          {content}
        </button>
      ) : (
        <div className={style}>{content}</div>
      )}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="group absolute -top-2 -right-2 flex size-6 items-center justify-center rounded-full touch:-top-4.5 touch:-right-4.5 touch:size-11"
      >
        <span className="flex size-6 items-center justify-center rounded-full border border-edge bg-surface text-muted group-hover:text-ink">
          <X aria-hidden className="icon-sm" />
        </span>
      </button>
    </li>
  )
}
