import { writeBackup } from './backup.ts'
import type { OrderHandler } from './channel.ts'
import type { BackupDependencies } from './dependencies.ts'
import { backupMessages, restoreMessages } from './messages.ts'
import { restoreBackup } from './restore.ts'

/** Backs up and restores with these parts, whether the command has them or the Daybook that runs. */
export const orderHandler =
  (parts: BackupDependencies, migrations: string): OrderHandler =>
  async (order, signal) => {
    if (order.verb === 'backup')
      return backupMessages(order.file, await writeBackup(parts, order.file, signal))
    const { file, replace } = order
    return restoreMessages(file, await restoreBackup(parts, file, { migrations, replace, signal }))
  }
