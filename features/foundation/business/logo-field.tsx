import { ImageUp } from 'lucide-react'
import { useId } from 'react'
import { formatBytes } from '#core/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { logoUrl, useUploadLogo } from './client.ts'
import { MAX_LOGO_BYTES, MAX_LOGO_PIXELS } from './contract.ts'

interface LogoFieldProps {
  savedId: number | null
  /** Removed in the form, and really once it is saved. */
  isRemoved: boolean
  onRemovedChange(isRemoved: boolean): void
}

/** The logo, which is uploaded as soon as it is chosen, and removed with the form. */
export function LogoField({ savedId, isRemoved, onRemovedChange }: LogoFieldProps) {
  const upload = useUploadLogo()
  const confirm = useConfirm()
  const hint = useId()
  const logoId = isRemoved ? null : savedId

  const confirmRemoval = async () => {
    const question = {
      title: 'Remove your logo?',
      consequences: 'It will be removed when you save. Invoices that were sent with it keep it.',
      confirmLabel: 'Remove',
    }
    if (await confirm(question)) onRemovedChange(true)
  }

  const choose = (file: File) => {
    if (file.size > MAX_LOGO_BYTES) {
      toast.error(
        'This logo is too large',
        `It is ${formatBytes(file.size)}. A logo can be at most ${formatBytes(MAX_LOGO_BYTES)}.`,
      )
    } else upload.mutate(file, { onSuccess: () => onRemovedChange(false) })
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="relative flex h-20 w-40 shrink-0 items-center justify-center rounded border border-dashed border-edge transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink hover:bg-sunken">
        {upload.isPending ? (
          <span aria-hidden className="spinner size-5" />
        ) : logoId === null ? (
          <ImageUp aria-hidden className="icon text-muted" />
        ) : (
          <img src={logoUrl(logoId)} alt="Your logo" className="on-plate max-h-16 max-w-36" />
        )}
        <input
          type="file"
          aria-label={logoId === null ? 'Choose a logo' : 'Choose another logo'}
          aria-describedby={hint}
          accept="image/png,image/jpeg,image/webp"
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) choose(file)
            currentTarget.value = ''
          }}
        />
      </div>
      <div className="min-w-0 flex-1 basis-48 text-meta text-muted">
        <p className="font-medium text-ink">Logo</p>
        <p id={hint}>
          PNG, JPEG or WebP, up to {formatBytes(MAX_LOGO_BYTES)} and {MAX_LOGO_PIXELS / 1e6} megapixels.
        </p>
        {isRemoved && <p className="text-ink">Your logo will be removed when you save.</p>}
        {savedId !== null && (
          <Button
            size="sm"
            className="mt-2"
            onClick={() => (isRemoved ? onRemovedChange(false) : void confirmRemoval())}
          >
            {isRemoved ? 'Keep logo' : 'Remove logo'}
          </Button>
        )}
      </div>
    </div>
  )
}
