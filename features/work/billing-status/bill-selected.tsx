import { HandCoins } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { type SelectedWork, toBillTogether } from './rules.ts'

type BillSelectedProps = { kind: 'time' | 'expense'; work: readonly SelectedWork[] }

/** Opens the bill sheet of the client with only the selected work ticked. */
export function BillSelected({ kind, work }: BillSelectedProps) {
  const navigate = useNavigate()
  const bill = () => {
    const { to, only, problem } = toBillTogether(kind, work)
    if (problem !== null) toast.error('This cannot be billed together', problem)
    else void navigate(to, { state: { only } })
  }
  return (
    <Button variant="primary" onClick={bill}>
      <HandCoins aria-hidden className="max-sm:hidden" /> Bill selected
    </Button>
  )
}
