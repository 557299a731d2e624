import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { onTestFinished } from 'vitest'
import { sharedApp, type TestApp } from './app.ts'
import { runJobs } from './jobs.ts'

/** The emails to this address, in the order of the subjects, once all jobs have run. */
export async function mailsTo(address: string, app?: TestApp): Promise<Email[]> {
  await runJobs(app)
  const { dataDirectory } = app ?? (await sharedApp())
  const outbox = join(dataDirectory, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  const mails = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map((name) => readMail(join(outbox, name))),
  )
  return mails
    .filter(({ to = [], cc = [] }) => [...to, ...cc].some((recipient) => recipient.address === address))
    .sort((one, other) => (one.subject ?? '').localeCompare(other.subject ?? ''))
}

const read = new Map<string, Promise<Email>>()

/** A worker's outbox grows with every test, so each mail is read once. */
function readMail(path: string): Promise<Email> {
  const mail = read.get(path) ?? readFile(path).then((content) => PostalMime.parse(content))
  read.set(path, mail)
  return mail
}

/** For the rest of the test, the app is one that no mail server was configured for. */
export async function withoutMail(): Promise<void> {
  const { mail } = (await sharedApp()).services
  mail.enabled = false
  onTestFinished(() => {
    mail.enabled = true
  })
}

/** Every address that a mail leads to, in its text and in its HTML. */
export function linksIn({ text = '', html = '' }: Email): string[] {
  const inText = text.match(/https?:\/\/\S+/g) ?? []
  const inHtml = [...html.matchAll(/href="([^"]+)"/g)].map((match) =>
    (match[1] ?? '').replaceAll('&amp;', '&'),
  )
  return [...new Set([...inText, ...inHtml])]
}
