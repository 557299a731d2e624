import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

const faultsOf = (environment: NodeJS.ProcessEnv): string => {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return ''
}

const PUBLIC = {
  PUBLIC_URL: 'https://daybook.example.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  SECRET: 'x'.repeat(32),
}

describe('settings', () => {
  test('need no variables', () => {
    const settings = readSettings({})
    expect(settings.port).toBe(3000)
    expect(settings.publicUrl.origin).toBe('http://localhost:3000')
    expect(settings.identity).toBe('sandbox')
    expect(settings.databaseUrl).toBeUndefined()
  })

  test('take the address of the database itself beside that of a pooler', () => {
    const direct = { DATABASE_DIRECT_URL: 'postgres://daybook@10.0.0.5/daybook' }
    expect(faultsOf(direct)).toContain('DATABASE_DIRECT_URL needs DATABASE_URL')
    const both = { ...direct, DATABASE_URL: 'postgres://daybook@10.0.0.6:6432/daybook' }
    expect(readSettings(both).databaseDirectUrl).toBe(direct.DATABASE_DIRECT_URL)
  })

  test('pay at the sandbox on this machine, by Stripe with both keys, and not at all in public without', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(readSettings({}).payments).toBe('sandbox')
    expect(readSettings(PUBLIC).payments).toBe('missing')
    expect(readSettings({ ...PUBLIC, ...keys }).payments).toMatchObject({ secretKey: 'sk_test_1' })
    expect(faultsOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toContain('STRIPE_WEBHOOK_SECRET')
    expect(faultsOf({ STRIPE_API_URL: 'stripe' })).toContain('STRIPE_API_URL')
  })

  test('while a sandbox stands in, only this machine reaches the app', () => {
    const identity = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(readSettings(identity).host).toBe('localhost')
    expect(readSettings(PUBLIC).host).toBe('0.0.0.0')
  })

  test.each(['0.0.0.0', '::', '192.168.1.2', 'daybook'])(
    'with HOST=%s, as in a container, sign in with passkeys instead of letting everybody in',
    (HOST) => {
      const withoutSandbox = {
        sandboxAccess: 'no sandbox',
        payments: 'missing',
        mail: { server: 'missing' },
      }
      expect(readSettings({ HOST })).toMatchObject({
        ...withoutSandbox,
        identity: 'missing',
        signIn: { methods: ['passkey'] },
      })
      const keys = { HOST, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
      expect(readSettings(keys)).toMatchObject({ ...withoutSandbox, identity: { clientId: 'id' } })
    },
  )

  test.each(['localhost', '127.0.0.1', '::1'])('with HOST=%s keep the sandboxes', (HOST) => {
    expect(readSettings({ HOST })).toMatchObject({ sandboxAccess: 'this machine', payments: 'sandbox' })
  })

  test('expose a sandbox only with an explicit setting', () => {
    const exposed = { DANGEROUSLY_EXPOSE_SANDBOX: 'anyone-can-sign-in-as-anyone' }
    expect(readSettings({ HOST: '0.0.0.0', ...exposed })).toMatchObject({
      identity: 'sandbox',
      sandboxAccess: 'anyone',
    })
    const demo = { PUBLIC_URL: 'https://demo.example.com', SECRET: 'x'.repeat(32) }
    expect(readSettings({ ...demo, ...exposed })).toMatchObject({
      sandboxAccess: 'anyone',
      payments: 'sandbox',
      host: 'localhost',
    })
    for (const value of ['true', '1', 'yes'])
      expect(faultsOf({ DANGEROUSLY_EXPOSE_SANDBOX: value })).toContain('anyone-can-sign-in-as-anyone')
  })

  test('an empty variable is one that is not set', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' }).port).toBe(3000)
  })

  test('follow the port, unless the public address says otherwise', () => {
    expect(readSettings({ PORT: '4000' }).publicUrl.origin).toBe('http://localhost:4000')
    expect(readSettings({ PORT: '4000', PUBLIC_URL: 'http://localhost:8080' }).publicUrl.port).toBe('8080')
  })

  test('report all errors at once', () => {
    const faults = faultsOf({
      PORT: 'high',
      PUBLIC_URL: 'ftp://x',
      DATABASE_URL: 'mysql://x',
      SECRET: 'short',
    })
    for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'SECRET']) expect(faults).toContain(name)
  })

  test('report invalid and missing variables together, each once', () => {
    const faults = faultsOf({
      PORT: '99999',
      PUBLIC_URL: 'https://daybook.example.com',
      SECRET: 'short',
      STRIPE_SECRET_KEY: 'sk_live_x',
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'Ada',
      S3_BUCKET: 'files',
      SIGN_IN: 'oidc',
    })
    expect(faults).toContain('PORT must be a number from 0 to 65535')
    for (const name of ['OIDC_CLIENT_ID', 'STRIPE_WEBHOOK_SECRET', 'S3_ACCESS_KEY_ID'])
      expect(faults).toContain(name)
    expect(faults).toContain('SECRET must have at least 32 characters')
    expect(faults).not.toContain('SECRET is missing')
    expect(faults).not.toContain('MAIL_FROM is missing')
  })

  test('on a public address list every missing key instead of letting everyone in', () => {
    const faults = faultsOf({ PUBLIC_URL: 'http://daybook.example.com', SIGN_IN: 'oidc, email' })
    for (const name of ['https', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'SMTP_URL', 'SECRET'])
      expect(faults).toContain(name)
  })

  test('on a public address are complete with identity and secret', () => {
    const settings = readSettings(PUBLIC)
    expect(settings.identity).toMatchObject({
      clientId: 'id',
      issuer: new URL('https://accounts.google.com'),
    })
    expect(settings.host).toBe('0.0.0.0')
  })

  test('on a public address need no identity provider', () => {
    const { PUBLIC_URL, SECRET } = PUBLIC
    const server = { PUBLIC_URL, SECRET }
    const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'ada@example.com' }
    expect(readSettings(server)).toMatchObject({ identity: 'missing', signIn: { methods: ['passkey'] } })
    expect(readSettings({ ...server, ...mail }).signIn.methods).toEqual(['email', 'passkey'])
    expect(faultsOf({ PUBLIC_URL })).toContain('SECRET is missing')
  })

  test.each(['https://203.0.113.7', 'https://[2001:db8::7]:8443'])(
    'need a name instead of %s, at which no browser makes a passkey',
    (PUBLIC_URL) => {
      expect(faultsOf({ ...PUBLIC, PUBLIC_URL, SIGN_IN: 'oidc,passkey' })).toContain(
        'PUBLIC_URL is an IP address',
      )
      expect(faultsOf({ PUBLIC_URL, SECRET: PUBLIC.SECRET })).toContain('PUBLIC_URL is an IP address')
      expect(readSettings({ ...PUBLIC, PUBLIC_URL }).signIn.methods).toEqual(['oidc'])
    },
  )

  test('sign in through the provider alone where one is configured, else in every way that works', () => {
    expect(readSettings(PUBLIC).signIn).toEqual({
      methods: ['oidc'],
      signUp: 'open',
      providerName: 'Google',
    })
    expect(readSettings({}).signIn.methods).toEqual(['oidc', 'email', 'passkey'])
    const chosen = readSettings({ ...PUBLIC, SIGN_IN: 'passkey,OIDC', SIGN_UP: 'closed' })
    expect(chosen.signIn).toMatchObject({ methods: ['oidc', 'passkey'], signUp: 'closed' })
  })

  test('have no provider, not even a sandbox, where it is not among the ways to sign in', () => {
    expect(readSettings({ SIGN_IN: 'email' }).identity).toBe('missing')
    expect(readSettings({ ...PUBLIC, SIGN_IN: 'passkey' }).identity).toBe('missing')
  })

  test.each(['google', 'oidc, sms', ','])('reject SIGN_IN=%s', (SIGN_IN) => {
    expect(faultsOf({ SIGN_IN })).toContain('SIGN_IN must be one or more of oidc, email, passkey')
  })

  test('open or close sign-up, and nothing between', () => {
    expect(faultsOf({ SIGN_UP: 'invited' })).toContain('SIGN_UP must be open or closed')
  })

  test('name the provider: as told, Google, or by its host', () => {
    const other = { ...PUBLIC, OIDC_ISSUER: 'https://id.example.com/realms/studio' }
    expect(readSettings(other).signIn.providerName).toBe('id.example.com')
    expect(readSettings({ ...other, OIDC_NAME: 'Studio ID' }).signIn.providerName).toBe('Studio ID')
    expect(faultsOf({ ...other, OIDC_NAME: 'x'.repeat(41) })).toContain('OIDC_NAME must have at most 40')
  })

  test('take the client by either name, but not by two that differ', () => {
    const client = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }
    expect(readSettings(client).identity).toMatchObject({ clientId: 'id', clientSecret: 'secret' })
    expect(readSettings({ ...PUBLIC, ...client }).identity).toMatchObject({ clientId: 'id' })
    const faults = faultsOf({ ...PUBLIC, OIDC_CLIENT_ID: 'other', OIDC_CLIENT_SECRET: 'other' })
    expect(faults).toContain('OIDC_CLIENT_ID and GOOGLE_CLIENT_ID are two names of one setting')
    expect(faults).toContain('OIDC_CLIENT_SECRET and GOOGLE_CLIENT_SECRET are two names of one setting')
  })

  test.each(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])(
    'half a pair of keys (%s) is an error',
    (name) => {
      expect(faultsOf({ [name]: 'x' })).toContain('belong together')
    },
  )

  test('with a sandbox listen to this machine only', () => {
    expect(readSettings({}).host).toBe('localhost')
  })

  test('read a list of administrators', () => {
    expect(readSettings({ ADMIN_EMAILS: 'Ada@Example.com, grace@example.com' }).adminEmails).toEqual([
      'ada@example.com',
      'grace@example.com',
    ])
  })

  test('read when backups are made', () => {
    const none = { schedule: null, keep: 7, directory: 'data/backups' }
    expect(readSettings({ DATA_DIRECTORY: 'data' }).backups).toEqual(none)
    expect(readSettings({ BACKUP_SCHEDULE: 'weekly' }).backups.schedule).toBe('30 2 * * 0')
    expect(
      readSettings({ BACKUP_SCHEDULE: '*/15 3 * * 1-5', BACKUP_KEEP: '3', BACKUP_DIRECTORY: '/mnt/a' })
        .backups,
    ).toEqual({ schedule: '*/15 3 * * 1-5', keep: 3, directory: '/mnt/a' })
  })

  test.each(['hourly', '0 3 * *', '0 0 3 * * *', '0 25 * * *', '0 0 30 2 *', 'FREQ=DAILY'])(
    'refuse %s as the time of backups',
    (BACKUP_SCHEDULE) => expect(faultsOf({ BACKUP_SCHEDULE })).toContain('BACKUP_SCHEDULE must be daily'),
  )

  test('refuse a number of backups to keep where none are made', () => {
    expect(faultsOf({ BACKUP_KEEP: '3' })).toContain('BACKUP_KEEP needs BACKUP_SCHEDULE')
  })

  test('mail by a sandbox on this machine, not at all on a public address, else by SMTP', () => {
    expect(readSettings({}).mail.server).toBe('sandbox')
    expect(readSettings(PUBLIC).mail.server).toBe('missing')
    const smtp = {
      SMTP_URL: 'smtps://user:pass@mail.example.com',
      MAIL_FROM: '"Ada\'s Books" <ada@example.com>',
    }
    expect(readSettings({ ...PUBLIC, ...smtp }).mail).toEqual({
      server: { smtpUrl: smtp.SMTP_URL, requiresTls: true },
      from: { name: "Ada's Books", address: 'ada@example.com' },
    })
    expect(readSettings({ ...smtp, MAIL_FROM: 'ada@example.com' }).mail.from).toEqual({
      name: 'Daybook',
      address: 'ada@example.com',
    })
  })

  test.each([
    ['an address that is not one', { MAIL_FROM: 'Ada' }, 'MAIL_FROM'],
    ['a mail server without a sender', { SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM'],
    ['another protocol', { SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'ada@example.com' }, 'SMTP_URL'],
    ['a bucket without keys', { S3_BUCKET: 'files' }, 'S3_ACCESS_KEY_ID'],
  ])('%s is an error', (_, environment, name) => {
    expect(faultsOf(environment)).toContain(name)
  })

  test.each<[string, unknown]>([
    ['false', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, fd00::/8 loopback', ['10.0.0.0/8', 'fd00::/8', 'loopback']],
  ])('trust the proxies of TRUST_PROXY=%s', (text, proxies) => {
    expect(readSettings({ ...PUBLIC, TRUST_PROXY: text }).trustProxy).toEqual(proxies)
  })

  test.each(['yes', '-1', '1.5', '10.0.0.0/33', '10.0.0.0/0', '::/129', '10.0.0', 'proxy.example.com', ','])(
    'reject TRUST_PROXY=%s',
    (text) => {
      expect(faultsOf({ TRUST_PROXY: text })).toContain('TRUST_PROXY must be')
    },
  )

  test('sell plans where there is something to pay with, unless told not to', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(readSettings({}).sellsPlans).toBe(true)
    expect(readSettings({ PLANS: 'off' }).sellsPlans).toBe(false)
    expect(readSettings(PUBLIC).sellsPlans).toBe(false)
    expect(readSettings({ ...PUBLIC, ...keys }).sellsPlans).toBe(true)
    expect(readSettings({ ...PUBLIC, ...keys, PLANS: 'off' })).toMatchObject({
      sellsPlans: false,
      payments: { secretKey: 'sk_test_1' },
    })
    expect(faultsOf({ PLANS: 'no' })).toContain('PLANS must be on or off')
  })

  test('list all contradictions at once', () => {
    const faults = faultsOf({
      PUBLIC_URL: 'http://daybook.example.com',
      PORT: 'high',
      DATABASE_DIRECT_URL: 'postgres://daybook@10.0.0.5/daybook',
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_NAME: 'Studio ID',
      SIGN_IN: 'oidc, email',
      STRIPE_API_URL: 'https://stripe.example.com',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
      PLANS: 'on',
      MAIL_FROM: 'ada@example.com',
      S3_ENDPOINT: 'https://s3.example.com',
      S3_ACCESS_KEY_ID: 'id',
    })
    for (const problem of [
      'PORT must be a number',
      'PUBLIC_URL must be https',
      'DATABASE_DIRECT_URL needs DATABASE_URL',
      'OIDC_ISSUER needs OIDC_CLIENT_ID',
      'OIDC_NAME needs OIDC_CLIENT_ID',
      'STRIPE_API_URL needs STRIPE_SECRET_KEY',
      'STRIPE_CONNECT_WEBHOOK_SECRET needs STRIPE_SECRET_KEY',
      'PLANS=on needs STRIPE_SECRET_KEY',
      'SMTP_URL is missing',
      'S3_BUCKET is missing: without it S3_ENDPOINT, S3_ACCESS_KEY_ID',
      'SIGN_IN contains oidc, which needs OIDC_CLIENT_ID',
      'SIGN_IN contains email, which needs SMTP_URL',
      'SECRET is missing',
    ])
      expect(faults.split(`- ${problem}`)).toHaveLength(2)
    expect(faults.match(/^ {2}- /gm)).toHaveLength(13)
    const exposed = { DANGEROUSLY_EXPOSE_SANDBOX: 'anyone-can-sign-in-as-anyone' }
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'ada@example.com' }
    expect(faultsOf({ ...PUBLIC, ...exposed, ...keys, ...mail })).toContain('exposes nothing')
  })

  test('on this machine name a sender without a mail server, and plans without keys', () => {
    expect(faultsOf({ MAIL_FROM: 'ada@example.com', PLANS: 'on' })).toBe('')
  })

  test('trust every proxy on this machine only', () => {
    expect(readSettings({ TRUST_PROXY: 'true' }).trustProxy).toBe(true)
    expect(faultsOf({ ...PUBLIC, TRUST_PROXY: 'true' })).toContain('TRUST_PROXY=1')
  })

  test('on a public address encrypt sign-in and mail, unless told otherwise', () => {
    const http = { OIDC_ISSUER: 'http://id.example.com' }
    expect(faultsOf({ ...PUBLIC, ...http })).toContain('OIDC_ISSUER must be https')
    expect(readSettings({ ...PUBLIC, ...http, OIDC_ALLOW_HTTP: 'true' }).identity).toMatchObject({
      issuer: new URL('http://id.example.com'),
    })
    const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'ada@example.com' }
    expect(readSettings({ ...PUBLIC, ...mail }).mail.server).toMatchObject({ requiresTls: true })
    expect(readSettings(mail).mail.server).toMatchObject({ requiresTls: false })
    const allowed = { ...PUBLIC, ...mail, SMTP_ALLOW_PLAINTEXT: 'true' }
    expect(readSettings(allowed).mail.server).toMatchObject({ requiresTls: false })
    for (const option of [
      'ignoreTLS=true',
      'requireTLS=false',
      'secure=false',
      'x=1&opportunisticTLS=true',
    ]) {
      const SMTP_URL = `smtps://mail.example.com?${option}`
      expect(faultsOf({ ...PUBLIC, ...mail, SMTP_URL })).toContain('SMTP_URL turns TLS off')
      expect(faultsOf({ ...allowed, SMTP_URL })).toBe('')
    }
  })

  test('keep files on disk, or in a bucket', () => {
    expect(readSettings({}).files).toBe('disk')
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(readSettings({ S3_BUCKET: 'files', ...keys }).files).toMatchObject({
      bucket: 'files',
      region: 'us-east-1',
    })
  })
})
