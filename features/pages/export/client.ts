import { addressOf } from '#web/data/api.ts'
import { toast } from '#web/ui/toast.ts'
import { exportApi } from './contract.ts'

/** Through a link rather than `fetch`: the export may be large, and the browser shows its progress. */
export function saveExport(): void {
  const link = document.createElement('a')
  link.href = addressOf(exportApi.account).href
  link.download = ''
  link.click()
  toast.info('Your export has started', 'You will find it in your downloads when it is complete.')
}
