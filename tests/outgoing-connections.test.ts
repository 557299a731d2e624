import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Marks of code that connects to something: what Node.js and the libraries of this app offer for it. */
const CONNECTS = [
  /(?<![.\w])fetch\(/,
  /\bglobalThis\.fetch\b/,
  /\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b/,
  /import\('node:(?:https?|http2|net|tls|dgram|dns)'\)/,
  /^import (?!type\b).* from '(?:node:)?(?:https|http2|tls|dgram|dns(?:\/promises)?)'/m,
  /\b(?:https?|net|tls)\.(?:request|get|connect|createConnection)\(/,
  /\bimport \{[^}]*\b(?:request|get|connect|createConnection|Socket)\b[^}]*\} from 'node:(?:net|http)'/,
  /from 'undici'|import\('undici'\)/,
  /\bnew (?:pg\.)?(?:Pool|Client)\(/,
  /^import (?!type\b).* from 'openid-client'/m,
  /import\('(?:stripe|@aws-sdk\/[\w-]+|nodemailer(?:\/lib\/smtp-\w+)?)'\)/,
  /^import (?!type\b).* from '(?:stripe|@aws-sdk\/[\w-]+|nodemailer)'/m,
]

/** Reach nothing outside the process. */
const WITHIN_THE_PROCESS = [
  // A stream to a worker thread.
  'server/database/embedded/open.ts',
  // Serves what the browser asks the sandboxes for.
  'sandbox/mount.ts',
]

/** Used by tests only. */
const isForTests = (path: string): boolean => /\.test\.tsx?$|\/fixtures\/|\/test-shop\.ts$/.test(path)

const withoutComments = (code: string): string => code.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '')

test('docs/OPERATIONS.md lists every module that opens a connection', () => {
  const section = /^## Outgoing connections\n([\s\S]*?)^## /m.exec(
    readFileSync('docs/OPERATIONS.md', 'utf8'),
  )?.[1]
  const listed = [...(section ?? '').matchAll(/`((?:server|features|sandbox|core)\/[\w/.-]+\.ts)`/g)].map(
    (match) => match[1],
  )
  const connecting = globSync('{server,features,core,sandbox}/**/*.ts')
    .filter((path) => !isForTests(path) && !WITHIN_THE_PROCESS.includes(path))
    .filter((path) => {
      const code = withoutComments(readFileSync(path, 'utf8'))
      return CONNECTS.some((mark) => mark.test(code))
    })
  expect(connecting.toSorted()).toEqual(listed.toSorted())
})
