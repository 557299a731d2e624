import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { passkeySignInApi, passkeysApi } from '#features/foundation/passkeys/contract.ts'
import { type AnswerOf, type Body, Person, type Visitor } from './people.ts'

type CreationOptions = Body<typeof passkeysApi.options>
type RequestOptions = Body<typeof passkeySignInApi.options>

interface Credential {
  id: Buffer
  host: string
  userHandle: string
  privateKey: KeyObject
}

const PRESENT = 0x01
const VERIFIED = 0x04
const BACKED_UP = 0x18
const WITH_CREDENTIAL = 0x40

/** A device that keeps passkeys, in software. */
export class Authenticator {
  /** The site that the browser shows. */
  origin: string
  /** Its owner has proven to be there, with a finger or a PIN. */
  verifiesOwner = true
  counter = 0
  readonly #credentials: Credential[] = []

  constructor(origin: string) {
    this.origin = origin
  }

  create({ challenge, rp, user, excludeCredentials }: CreationOptions) {
    const known = new Set(excludeCredentials.map(({ id }) => id))
    if (this.#credentials.some(({ id }) => known.has(id.toString('base64url'))))
      throw new Error('this device has a passkey for the account')
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const id = randomBytes(32)
    this.#credentials.push({ id, host: rp.id, userHandle: user.id, privateKey })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authData = Buffer.concat([
      this.#authenticatorData(rp.id, WITH_CREDENTIAL),
      Buffer.alloc(16),
      length,
      id,
      isoCBOR.encode(key),
    ])
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', Uint8Array.from(authData)],
    ])
    return {
      id: id.toString('base64url'),
      response: {
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs with the newest passkey that it has for the site. */
  use({ challenge, rpId }: RequestOptions) {
    const credential = this.#credentials.findLast(({ host }) => host === rpId)
    if (!credential) throw new Error(`this device has no passkey for ${rpId}`)
    const authenticatorData = this.#authenticatorData(rpId, 0)
    const clientData = this.#clientData('webauthn.get', challenge)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    return {
      id: credential.id.toString('base64url'),
      response: {
        authenticatorData: authenticatorData.toString('base64url'),
        clientDataJSON: clientData.toString('base64url'),
        signature: sign('sha256', signed, credential.privateKey).toString('base64url'),
        userHandle: credential.userHandle,
      },
    }
  }

  #authenticatorData(host: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const all = flags | PRESENT | BACKED_UP | (this.verifiesOwner ? VERIFIED : 0)
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([all]), counter])
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }
}

/** Adds a passkey of this device to the person's account. */
export async function addPasskey(person: Visitor, device = new Authenticator(person.url)) {
  const options = await person.call(passkeysApi.options)
  const added = await person.call(passkeysApi.create, { body: { credential: device.create(options) } })
  return { device, ...added }
}

export async function trySignIn(
  visitor: Visitor,
  device: Authenticator,
): Promise<AnswerOf<typeof passkeySignInApi.signIn>> {
  const options = await visitor.call(passkeySignInApi.options)
  return visitor.try(passkeySignInApi.signIn, { body: { credential: device.use(options) } })
}

interface Applicant {
  name: string
  email: string
  setup_token?: string
}

/** A new account whose only way in is a passkey of this device. */
export async function signUpWithPasskey(url: string, who: Applicant, device = new Authenticator(url)) {
  const person = new Person(url, who)
  const options = await person.call(passkeySignInApi.signUpOptions, { body: who })
  const { recovery_codes } = await person.call(passkeySignInApi.signUp, {
    body: { ...who, credential: device.create(options), time_zone: 'UTC' },
  })
  return { person, device, recovery_codes }
}
