import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import {
  COSEALG,
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
  isoCBOR,
} from '@simplewebauthn/server/helpers'
import { BadInput } from '#server/errors.ts'

/** The site of passkeys: a browser offers those of the host that it shows. */
export interface Site {
  origin: string
}

const hostOf = ({ origin }: Site): string => new URL(origin).hostname

const SITE_NAME = 'Daybook'
const TIMEOUT_MS = 5 * 60_000
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

interface Owner {
  userHandle: Uint8Array
  email: string
  name: string
  /** Passkeys that this owner has already: a device that keeps one of them refuses to make another. */
  existing: readonly { credential_id: string; transports: string[] }[]
}

/** Options with which a browser makes a passkey. The passkey is the only factor, so it has to identify and verify its owner. */
export async function creationOptions(site: Site, { userHandle, email, name, existing }: Owner) {
  const { challenge, user } = await generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: hostOf(site),
    userName: email,
    userDisplayName: name,
    userID: Uint8Array.from(userHandle),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return {
    challenge,
    user,
    rp: { id: hostOf(site), name: SITE_NAME },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: TIMEOUT_MS,
    excludeCredentials: existing.map(({ credential_id: id, transports }) => ({
      id,
      transports,
      type: 'public-key' as const,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  }
}

/** Options with which a browser signs in with any passkey of this site. */
export async function requestOptions(site: Site) {
  const rpId = hostOf(site)
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  return { challenge, rpId, timeout: TIMEOUT_MS, userVerification: 'required' as const }
}

/** The challenge that this answer of a browser is about. */
export function challengeIn(clientDataJSON: string): string {
  try {
    return String(decodeClientDataJSON(clientDataJSON).challenge)
  } catch (cause) {
    throw unverified(cause)
  }
}

export interface NewCredential {
  id: string
  response: { attestationObject: string; clientDataJSON: string; transports?: string[] | undefined }
}

export async function verifyCreation(site: Site, challenge: string, { id, response }: NewCredential) {
  return verified(async () => {
    const { transports = [], ...answer } = response
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { ...answer, attestationObject: withoutAttestation(answer.attestationObject) },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) throw new Error('not verified')
    const { credential, aaguid, credentialBackedUp } = registrationInfo
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      is_backed_up: credentialBackedUp,
      transports,
      aaguid,
    }
  })
}

/** Says nothing about the maker of the device. A certificate in it would be looked up at an address of its own choosing. */
function withoutAttestation(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const plain = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(plain))
}

export interface UsedCredential {
  id: string
  response: {
    authenticatorData: string
    clientDataJSON: string
    signature: string
    userHandle?: string | undefined
  }
}

interface StoredPasskey {
  credential_id: string
  public_key: Buffer
  counter: number
  user_handle: Buffer
}

/** Also refuses a counter that does not count up: the key was copied. */
export async function verifyUse(
  site: Site,
  challenge: string,
  { id, response: { userHandle, ...answer } }: UsedCredential,
  stored: StoredPasskey,
): Promise<{ counter: number; is_backed_up: boolean }> {
  return verified(async () => {
    if (userHandle !== undefined && userHandle !== stored.user_handle.toString('base64url'))
      throw new Error('the passkey belongs to another person')
    const result = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: answer },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      requireUserVerification: true,
      credential: {
        id: stored.credential_id,
        publicKey: Uint8Array.from(stored.public_key),
        counter: stored.counter,
      },
    })
    if (!result.verified) throw new Error('not verified')
    const { newCounter, credentialBackedUp } = result.authenticationInfo
    return { counter: newCounter, is_backed_up: credentialBackedUp }
  })
}

/** Whatever is wrong with an answer, the library throws. */
async function verified<Result>(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (cause) {
    throw unverified(cause)
  }
}

const unverified = (cause: unknown): BadInput =>
  Object.assign(new BadInput('This passkey could not be verified. Please try again.'), { cause })
