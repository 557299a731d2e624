import { writeBackup } from './backup.ts'
import type { BackupRequestHandler } from './channel.ts'
import type { BackupDependencies } from './dependencies.ts'
import { backupMessages, restoreMessages } from './messages.ts'
import { restoreBackup } from './restore.ts'

/** Backs up and restores, in the command's own process or in the running Daybook. */
export const backupRequestHandler =
  (parts: BackupDependencies, migrations: string): BackupRequestHandler =>
  async (request, signal) => {
    if (request.verb === 'backup')
      return backupMessages(request.file, await writeBackup(parts, request.file, signal))
    const { file, replace } = request
    return restoreMessages(file, await restoreBackup(parts, file, { migrations, replace, signal }))
  }
