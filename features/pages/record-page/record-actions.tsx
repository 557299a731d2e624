import { DoorOpen, HandCoins, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { DeleteMenuItem, type DeletionQuestion } from '#web/ui/delete-menu-item.tsx'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'
import { useMedia } from '#web/ui/use-wide.ts'

type RecordActionsProps = {
  record: { id: number; name: string }
  /** Whose portal is opened; null for a project without a client. */
  clientId: number | null
  /** Shows the record as the client sees it. */
  view: ReactNode
  bill: ReactNode
  deletion: DeletionQuestion
  onDelete(): void
}

/** The actions on the page of a client or project. A phone shows the next step, and money right below it. */
export function RecordActions({ record, clientId, view, bill, deletion, onDelete }: RecordActionsProps) {
  const { openPortal } = useDialogLink()
  const navigate = useNavigate()
  const isPhone = useMedia('(width < 48rem)')
  const edit = { to: `?edit=${record.id}`, state: { openedHere: true }, preventScrollReset: true }
  const isFolded = isPhone && clientId !== null
  const menu = (
    <span className="max-w-11">
      <ActionsMenu label={`Actions for ${record.name}`}>
        {isFolded && (
          <>
            <MenuItem icon={<DoorOpen />} onSelect={() => openPortal(clientId)}>
              Portal access
            </MenuItem>
            <MenuItem icon={<Pencil />} onSelect={() => void navigate(edit.to, edit)}>
              Edit
            </MenuItem>
          </>
        )}
        <DeleteMenuItem {...deletion} onDelete={onDelete} />
      </ActionsMenu>
    </span>
  )
  if (isFolded)
    return (
      <>
        {bill}
        {view}
        {menu}
      </>
    )
  return (
    <>
      {clientId !== null && (
        <Button onClick={() => openPortal(clientId)}>
          <DoorOpen aria-hidden /> Portal access
        </Button>
      )}
      {view}
      <ButtonLink {...edit}>
        <Pencil aria-hidden /> Edit
      </ButtonLink>
      {menu}
      {bill}
    </>
  )
}

/** Leads to the bill, as the main action while there is something to bill. */
export const BillLink = ({ to, isNext }: { to: string; isNext: boolean }) => (
  <ButtonLink to={to} variant={isNext ? 'primary' : 'secondary'}>
    <HandCoins aria-hidden /> Bill
  </ButtonLink>
)
