import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#server/config/settings.ts'
import { diskStore } from './disk.ts'
import { Incoming } from './incoming.ts'
import { s3Store } from './s3.ts'
import type { FileStore } from './store.ts'

/** Opens the file store of the settings, and removes unfinished uploads of earlier runs. */
export function openFiles({ files, dataDirectory }: Settings, log: FastifyBaseLogger): FileStore {
  const directory = join(dataDirectory, 'files')
  const incoming = new Incoming(join(directory, 'incoming'))
  incoming.sweep(new Date()).catch((error) => log.warn({ err: error }, 'old uploads could not be removed'))
  return files === 'disk' ? diskStore(directory, incoming) : s3Store(files, incoming)
}
