import { useMutation } from '@tanstack/react-query'
import { download } from '#web/api.ts'
import { toast } from '#web/ui/toast.ts'
import { exportApi } from './contract.ts'

export const useExportAccount = () =>
  useMutation({
    mutationFn: async () => {
      const preparing = toast.info('Preparing your export…', 'The download starts when it is ready.')
      try {
        await download(exportApi.account)
      } finally {
        toast.dismiss(preparing)
      }
    },
    onSuccess: () => toast.success('All data exported'),
    onError: () => toast.error('Failed to export your data', 'Please try again later'),
  })
