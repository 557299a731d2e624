import { ConnectionPanel } from '#features/billing/payments/connection-panel.tsx'

export function PaymentsTab() {
  return (
    <div className="max-w-4xl">
      <ConnectionPanel />
    </div>
  )
}
