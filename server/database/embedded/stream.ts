import { Duplex } from 'node:stream'

/** What a connection needs of the thread behind it. */
export interface Link {
  connect(stream: EngineStream): Promise<void>
  send(stream: EngineStream, bytes: Uint8Array): void
  disconnect(stream: EngineStream): void
}

/** Takes the place of the socket under a `pg` client. */
export class EngineStream extends Duplex {
  readonly #link: Link

  constructor(link: Link) {
    super()
    this.#link = link
  }

  connect() {
    this.#link.connect(this).then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  override _write(chunk: Uint8Array, _encoding: string, done: () => void) {
    this.#link.send(this, chunk)
    done()
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void) {
    this.#link.send(this, Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _read() {}

  override _final(done: () => void) {
    this.#link.disconnect(this)
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#link.disconnect(this)
    done(error)
  }

  setNoDelay() {
    return this
  }

  setKeepAlive() {
    return this
  }

  ref() {
    return this
  }

  unref() {
    return this
  }
}
