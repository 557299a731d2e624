import { isatty } from 'node:tty'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino'
import type { Settings } from '#server/config/settings.ts'
import { withoutKeys } from '#server/http/secret-address.ts'
import { readableLine } from '#server/observability/log-lines.ts'

const STANDARD_ERROR = 2

/** Lines of many requests are one write. The end of the process flushes, a kill loses the last tenth of a second. */
const BUFFER_BYTES = 4096
const FLUSH_MS = 100

const terminal: DestinationStream = {
  write: (line) => {
    process.stderr.write(readableLine(line))
  },
}

/**
 * Logs lines of JSON, or readable lines on a terminal. Headers and bodies are never logged, nor secrets in addresses, nor
 * email addresses.
 */
export function createLog(
  { logLevel }: Pick<Settings, 'logLevel'>,
  to: DestinationStream = isatty(STANDARD_ERROR)
    ? terminal
    : destination({ fd: STANDARD_ERROR, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS }),
): Logger & FastifyBaseLogger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          url: withoutSecrets(withoutKeys(request)),
          ip: request.ip,
        }),
        err: (error: Error) => cleaned(stdSerializers.err(error)),
        cause: (cause: unknown) => (cause instanceof Error ? withoutSecrets(cause.message) : undefined),
        reason: (reason: unknown) => cleaned(reason),
      },
    },
    to,
  )
}

/** As deep as the details of an error are of use; errors can contain themselves. */
const MAX_DEPTH = 4

function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return undefined
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleaned(item, depth + 1)]))
}

/** An account number and 256 random bits: the key of a session or a link. */
const KEY = /\b\d{1,15}(?:\.|%(?:25)*2e)[\w-]{43}(?![\w-])/gi

const EMAIL =
  /(?<![\p{L}\p{N}.!#$%&'*+^_{|}~-])[\p{L}\p{N}.!#$%&'*+^_{|}~-]{1,64}?(?:@|%(?:25)*40)[\p{L}\p{N}.-]+/giu

/** Hides keys and email addresses anywhere, sign-in codes in queries and passwords in connection addresses. */
export function withoutSecrets(text: string): string {
  return shortened(text)
    .replace(KEY, '[token]')
    .replace(/([?&](?:code|state|token|key|secret|session_id)=)[^&#\s"]+/gi, '$1[hidden]')
    .replace(/(:\/\/[^:/@\s]+:)[^@/\s]+@/g, '$1[hidden]@')
    .replace(EMAIL, '[email]')
}

const MAX_LENGTH = 4000

/** Cut before a whole word, since half a secret would not be recognized as one. */
function shortened(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const [start = ''] = /^.*[\s/?&#]/s.exec(text.slice(0, MAX_LENGTH)) ?? []
  return `${start}…`
}
