import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { loadIdentitySandbox } from '#sandbox/mount.ts'
import { createPaymentSandbox } from '#sandbox/payments/payment-sandbox.ts'
import { connectWebhookSecret, secretKey, webhookSecret } from '#sandbox/payments/test-shop.ts'
import { isLoopback } from '#server/config/settings.ts'
import { type Bucket, startBucket } from '#tests/bucket.ts'
import { type MailServer, startMailServer } from '#tests/mail-server.ts'
import { freePort } from '#tests/ports.ts'

/** Services that all app servers share: a bucket, a mail server, and the sandboxes for sign-in and payments. */
export interface Services {
  bucket: Bucket
  mail: MailServer
  identityUrl: string
  /** The pages of the payment sandbox. */
  paymentsUrl: string
  paymentsFile: string
  /** The content of the bucket, by hash. */
  files(): [sha256: string, content: Buffer][]
  /** The settings of the app servers for them. */
  environment: NodeJS.ProcessEnv
  stop(): Promise<void>
}

const CLIENT = { clientId: 'daybook', clientSecret: 'only for a cluster on this machine' }
const BUCKET = 'daybook'

export async function startServices(publicUrl: string, directory: string): Promise<Services> {
  const [bucket, mail] = await Promise.all([startBucket(), startMailServer()])
  const identity = await startIdentity()
  const paymentsFile = join(directory, 'payments.sqlite')
  const payments = await startPayments(publicUrl, paymentsFile)
  return {
    bucket,
    mail,
    identityUrl: identity.url,
    paymentsUrl: payments.url,
    paymentsFile,
    files: () =>
      [...bucket.objects].map(([path, { content }]) => [
        path.slice(`/${BUCKET}/`.length).replace('/', ''),
        content,
      ]),
    environment: {
      GOOGLE_CLIENT_ID: CLIENT.clientId,
      GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
      OIDC_ISSUER: identity.url,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: connectWebhookSecret,
      STRIPE_API_URL: new URL(payments.url).origin,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Daybook <daybook@example.com>',
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: bucket.url,
      S3_ACCESS_KEY_ID: 'daybook',
      S3_SECRET_ACCESS_KEY: 'only for a cluster on this machine',
    },
    stop: async () => {
      await Promise.all([bucket.stop(), mail.stop(), identity.stop(), payments.stop()])
    },
  }
}

async function startIdentity() {
  const port = await freePort()
  const issuer = new URL(`http://localhost:${port}/identity`)
  const { createIdentitySandbox } = await loadIdentitySandbox()
  const sandbox = createIdentitySandbox({
    issuer,
    ...CLIENT,
    allowsHost: isLoopback,
    warning: undefined,
    log: () => undefined,
    cookieKey: CLIENT.clientSecret,
  })
  const stop = await serve(port, (request, response) => {
    sandbox.handle(request, response, issuer.origin).catch(() => response.destroy())
  })
  return { url: issuer.href, stop }
}

async function startPayments(appUrl: string, statePath: string) {
  const port = await freePort()
  const url = `http://localhost:${port}/payments`
  const sandbox = createPaymentSandbox({
    statePath,
    publicUrl: url,
    webhook: { url: `${appUrl}/api/webhooks/stripe`, secret: webhookSecret },
    connectWebhook: { url: `${appUrl}/api/webhooks/stripe-connect`, secret: connectWebhookSecret },
    secretKey,
    now: () => new Date(),
    log: () => undefined,
  })
  const close = await serve(port, (request, response) => {
    const answer = request.url?.startsWith('/v1/') ? sandbox.api : sandbox.pages
    answer(request, response)
  })
  const stop = async () => {
    await sandbox.close()
    await close()
  }
  return { url, stop }
}

async function serve(port: number, listener: RequestListener): Promise<() => Promise<void>> {
  const server = createServer(listener).listen(port, 'localhost')
  await once(server, 'listening')
  return async () => {
    server.closeAllConnections()
    server.close()
  }
}
