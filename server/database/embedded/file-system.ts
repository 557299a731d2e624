import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type InitParameters = Parameters<NodeFS['init']>

/** The part of Emscripten's NODEFS that we use. PGlite does not describe it. */
export interface OpenFile {
  nfd: number
  node: FileNode
}

export interface FileNode {
  parent: FileNode
  name: string
  mode: number
}

export interface HostFileSystem {
  realPath(node: FileNode): string
  node_ops: {
    mknod(parent: FileNode, name: string, mode: number, device: number): FileNode
    rename(node: FileNode, newParent: FileNode, newName: string): void
    unlink(parent: FileNode, name: string): void
    rmdir(parent: FileNode, name: string): void
    setattr(node: FileNode, attributes: { size?: number }): void
  }
  stream_ops: {
    fsync?: (file: OpenFile) => number
    write(file: OpenFile, buffer: Uint8Array, offset: number, length: number, position?: number): number
    setattr(file: OpenFile, attributes: { size?: number }): void
  }
}

const inputOutputError = 29

/** PGlite's NodeFS ignores fsync; here it reaches the disk, and is counted. */
export class DurableFileSystem extends NodeFS {
  walSyncs = 0
  walBytes = 0
  /** The reason not to trust the engine any more: its own abort, or a disk that refused to sync. */
  failure: Error | undefined
  /** The last line of PostgreSQL's log. */
  lastLogLine = ''

  override async init(...[engine, options]: InitParameters) {
    const { emscriptenOpts } = await super.init(engine, options)
    const preRun = [...(emscriptenOpts.preRun ?? [])]
    preRun.push((module: { FS: { filesystems: { NODEFS: HostFileSystem } } }) =>
      this.hook(module.FS.filesystems.NODEFS),
    )
    const onAbort = () => this.fail(new Error(`PostgreSQL aborted: ${this.lastLogLine}`))
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort } }
  }

  protected hook(host: HostFileSystem) {
    host.stream_ops.fsync = (file) => this.sync(host, file)
    const write = host.stream_ops.write
    host.stream_ops.write = (file, buffer, offset, length, position) => {
      const written = write(file, buffer, offset, length, position)
      if (isWal(file)) this.walBytes += written
      return written
    }
  }

  protected sync(_host: HostFileSystem, file: OpenFile): number {
    try {
      this.toDisk(file.nfd)
    } catch (error) {
      // PostgreSQL then stops instead of trusting a page that the kernel may have discarded.
      this.fail(new Error('The disk refused to sync the database.', { cause: error }))
      return inputOutputError
    }
    if (isWal(file)) this.walSyncs += 1
    return 0
  }

  protected toDisk(descriptor: number) {
    fs.fsyncSync(descriptor)
  }

  fail(error: Error) {
    this.failure ??= error
  }
}

function isWal(file: OpenFile) {
  return file.node.parent.name === 'pg_wal'
}
