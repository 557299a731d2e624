import { addressOf } from '#web/data/api.ts'
import { toast } from '#web/ui/toast.ts'
import { exportApi } from './contract.ts'

/** By a link, not into the page: with all files it may be large, and the browser shows the progress. */
export function saveExport(): void {
  const link = document.createElement('a')
  link.href = addressOf(exportApi.account).href
  link.download = ''
  link.click()
  toast.info('Your export has started', 'You will find it in your downloads when it is complete.')
}
