import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type InitParameters = Parameters<NodeFS['init']>

/** What is used of Emscripten's NODEFS, which PGlite does not describe. */
export interface OpenFile {
  nfd: number
  node: object
}

export interface HostFileSystem {
  realPath(node: object): string
  stream_ops: {
    fsync?: (file: OpenFile) => number
    write(file: OpenFile, buffer: Uint8Array, offset: number, length: number, position?: number): number
  }
}

/** PGlite's NodeFS drops fsync on the floor; here it reaches the disk, and is counted. */
export class DurableFileSystem extends NodeFS {
  walSyncs = 0
  walBytes = 0

  override async init(...[engine, options]: InitParameters) {
    const { emscriptenOpts } = await super.init(engine, options)
    const preRun = [...(emscriptenOpts.preRun ?? [])]
    preRun.push((module: { FS: { filesystems: { NODEFS: HostFileSystem } } }) =>
      this.hook(module.FS.filesystems.NODEFS),
    )
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  protected hook(host: HostFileSystem) {
    host.stream_ops.fsync = (file) => {
      fs.fsyncSync(file.nfd)
      if (isWal(host, file)) this.walSyncs += 1
      return 0
    }
    const write = host.stream_ops.write
    host.stream_ops.write = (file, buffer, offset, length, position) => {
      const written = write(file, buffer, offset, length, position)
      if (isWal(host, file)) this.walBytes += written
      return written
    }
  }
}

function isWal(host: HostFileSystem, file: OpenFile) {
  return host.realPath(file.node).includes('/pg_wal/')
}
