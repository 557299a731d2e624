import { Duplex } from 'node:stream'

/** The other end of a connected stream. */
export interface Peer {
  send(stream: EngineStream, bytes: Uint8Array): void
  disconnect(stream: EngineStream): void
}

export interface Link {
  /** Attaches a peer to the stream. */
  connect(stream: EngineStream): Promise<void>
}

/** Takes the place of the socket under a `pg` client. */
export class EngineStream extends Duplex {
  readonly #link: Link
  #peer: Peer | undefined

  constructor(link: Link) {
    super()
    this.#link = link
  }

  attach(peer: Peer) {
    this.#peer = peer
  }

  connect() {
    this.#link.connect(this).then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  override _write(chunk: Uint8Array, _encoding: string, done: () => void) {
    if (isTerminate(chunk)) this.#leave()
    else this.#peer?.send(this, chunk)
    done()
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void) {
    this.#peer?.send(this, Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _read() {}

  override _final(done: () => void) {
    this.#leave()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#peer?.disconnect(this)
    done(error)
  }

  #leave() {
    this.#peer?.disconnect(this)
    this.push(null)
  }

  // Methods of a socket that a `pg` client calls and that mean nothing here.

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

function isTerminate(chunk: Uint8Array) {
  return chunk.length === 5 && chunk[0] === 'X'.charCodeAt(0)
}
