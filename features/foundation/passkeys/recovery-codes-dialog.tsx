import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type RecoveryCodesDialogProps = { open: boolean; codes: readonly string[]; onClose(): void }

export function RecoveryCodesDialog({ open, codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Your recovery codes"
      description="They are not shown again."
      guardUnsaved={false}
    >
      <DialogBody>
        <p>
          If you lose your passkeys, each code signs you in once, together with your email address. Keep them
          where you would keep a spare key.
        </p>
        <RecoveryCodes codes={codes} />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
