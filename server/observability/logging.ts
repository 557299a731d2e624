import { isatty } from 'node:tty'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino'
import type { Settings } from '#server/config/settings.ts'
import { withoutKeys } from '#server/http/secret-address.ts'
import { readableLine } from '#server/observability/log-lines.ts'

const STANDARD_ERROR = 2

const terminal: DestinationStream = {
  write: (line) => {
    process.stderr.write(readableLine(line))
  },
}

/** Logs lines of JSON, or readable lines on a terminal. Headers and bodies are never logged, nor secrets in addresses. */
export function createLog({ logLevel }: Pick<Settings, 'logLevel'>): Logger & FastifyBaseLogger {
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
        err: (error: Error) => {
          const { message, stack, ...rest } = stdSerializers.err(error)
          return { ...rest, message: withoutSecrets(message), stack: withoutSecrets(stack ?? '') }
        },
        cause: (cause: unknown) => (cause instanceof Error ? withoutSecrets(cause.message) : undefined),
      },
    },
    isatty(STANDARD_ERROR) ? terminal : destination({ fd: STANDARD_ERROR, sync: false }),
  )
}

/** An account number and 256 random bits: the key of a session or a link. */
const KEY = /\b\d{1,15}(?:\.|%(?:25)*2e)[\w-]{43}(?![\w-])/gi

/** Hides keys anywhere, sign-in codes in queries and passwords in connection addresses. */
export function withoutSecrets(text: string): string {
  return text
    .replace(KEY, '[token]')
    .replace(/([?&](?:code|state|token|key|secret|session_id)=)[^&#\s"]+/gi, '$1[hidden]')
    .replace(/(\w+:\/\/[^:/@\s]+:)[^@/\s]+@/g, '$1[hidden]@')
}
