import { Eye } from 'lucide-react'
import { ButtonAnchor } from '#web/ui/button-link.tsx'
import type { ButtonSize } from '#web/ui/button-style.ts'
import { previewPath } from './rules.ts'

type ViewAsClientProps = { clientId: number; projectId?: number; size?: ButtonSize }

/** Opens the portal as the client sees it, in a new tab. */
export function ViewAsClient({ clientId, projectId, size = 'md' }: ViewAsClientProps) {
  return (
    <ButtonAnchor href={previewPath(clientId, projectId)} target="_blank" rel="noopener" size={size}>
      <Eye aria-hidden /> View as client<span className="sr-only"> (opens in a new tab)</span>
    </ButtonAnchor>
  )
}
