import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Input } from '#web/ui/input.tsx'

type CopyLinkProps = { url: string; label: string; variant?: 'primary' | 'secondary' }

/** A link to share: readable, selectable, and copied with one press. */
export function CopyLink({ url, label, variant = 'secondary' }: CopyLinkProps) {
  return (
    <div className="flex gap-2">
      <Input
        readOnly
        aria-label={label}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="bg-sunken text-meta text-muted"
      />
      <Button variant={variant} onClick={() => copyToClipboard(url, 'Link copied')}>
        <Copy aria-hidden /> Copy
      </Button>
    </div>
  )
}
