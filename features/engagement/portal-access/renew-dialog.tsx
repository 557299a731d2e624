import type { FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { useRenewLink } from './client.ts'
import type { PortalAccess } from './contract.ts'
import { ExpiryField, useExpiry } from './expiry-field.tsx'

type RenewDialogProps = { clientId: number; link: PortalAccess; onClose(): void }

export function RenewDialog({ clientId, link, onClose }: RenewDialogProps) {
  const renewal = useRenewLink(clientId, link.id)
  const expiry = useExpiry()

  const renew = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (expiry.day && !renewal.isPending) renewal.mutate({ expires_on: expiry.day }, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Renew portal link"
      description="The link stays the same, so you do not have to send it again."
    >
      <DialogForm onSubmit={renew}>
        <DialogBody>
          <ExpiryField label="Works for" expiry={expiry} />
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <Button variant="primary" type="submit" pending={renewal.isPending} disabled={!expiry.day}>
            Renew
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}
