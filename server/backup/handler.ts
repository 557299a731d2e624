import { writeBackup } from './backup.ts'
import type { CarryOut } from './channel.ts'
import type { BackupDependencies } from './dependencies.ts'
import { backupSaid, restoreSaid } from './messages.ts'
import { restoreBackup } from './restore.ts'

/** Backs up and restores with these parts, whether the command has them or the Daybook that runs. */
export const ordersWith =
  (parts: BackupDependencies, migrations: string): CarryOut =>
  async (order, signal) => {
    if (order.verb === 'backup') return backupSaid(order.file, await writeBackup(parts, order.file, signal))
    const { file, replace } = order
    return restoreSaid(file, await restoreBackup(parts, file, { migrations, replace, signal }))
  }
