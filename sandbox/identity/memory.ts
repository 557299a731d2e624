import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  until: number
}

const entries = new Map<string, Entry>()

/** The provider's storage between requests. A sign-in takes a minute, so memory is enough. */
export class Memory implements Adapter {
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn = 600): Promise<void> {
    removeExpired()
    entries.set(`${this.#kind} ${id}`, { payload, until: Date.now() + expiresIn * 1000 })
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = entries.get(`${this.#kind} ${id}`)
    return found && found.until > Date.now() ? found.payload : undefined
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    for (const [key, { payload, until }] of entries) {
      if (key.startsWith(`${this.#kind} `) && payload.uid === uid && until > Date.now()) return payload
    }
    return undefined
  }

  /** Only devices without a browser have user codes. */
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  async consume(id: string): Promise<void> {
    const found = await this.find(id)
    if (found) found.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    entries.delete(`${this.#kind} ${id}`)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
  }
}

function removeExpired(): void {
  const now = Date.now()
  for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
}
