/** The issuer of our own identities whose subject is a credential id. */
export const PASSKEY_ISSUER = 'daybook:passkey'

/** True if passkeys are the only way to sign in to this server. */
export const isPasskeyAlone = (methods: readonly string[]): boolean =>
  methods.every((method) => method === 'passkey')

export const RECOVERY_CODES = 10
export const MAX_PASSKEYS = 20

/** Without letters that look like a digit. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS_PER_DIGIT = 5n
export const RECOVERY_CODE_BYTES = 10

/** "7KQ2-M9TD-4XWA-0HZR": 80 random bits. */
export function writeRecoveryCode(bytes: Uint8Array): string {
  let rest = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let written = ''
  for (let left = (bytes.length * 8) / Number(BITS_PER_DIGIT); left > 0; left--) {
    written = `${DIGITS[Number(rest & 31n)]}${written}`
    rest >>= BITS_PER_DIGIT
  }
  return written.match(/.{4}/g)?.join('-') ?? ''
}

/** As it was written, however it was typed. */
export const readRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-')

/** Password managers, by the AAGUID that each puts into its passkeys. */
const KEEPERS: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
}

/** The name of a new passkey: its keeper, or else the device that made it. Numbered if there is one of that name. */
export function passkeyName(aaguid: string, device: string, taken: readonly string[]): string {
  const name = KEEPERS[aaguid] ?? device
  for (let number = 2, next = name; ; number++) {
    if (!taken.includes(next)) return next
    next = `${name} ${number}`
  }
}

/** A way to sign in, and if this server offers it. */
export interface Method {
  id: string
  isUsable: boolean
}

/** At least one way to sign in has to be left. */
export const canRemove = (methods: readonly Method[], removed: string): boolean =>
  methods.some(({ id, isUsable }) => id !== removed && isUsable)
