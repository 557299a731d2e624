import { ConnectionPanel } from '#features/billing/payment-account/connection-panel.tsx'

export function PaymentsTab() {
  return (
    <div className="max-w-4xl">
      <ConnectionPanel />
    </div>
  )
}
