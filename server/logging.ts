import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { destination, type Logger, pino, stdSerializers } from 'pino'
import type { Settings } from '#server/settings.ts'

/** Structured logs. Headers and bodies are never logged, and an address loses what it keeps secret. */
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
          url: withoutSecrets(request.url),
          ip: request.ip,
        }),
        err: (error: Error) => {
          const { message, stack, ...rest } = stdSerializers.err(error)
          return { ...rest, message: withoutSecrets(message), stack: withoutSecrets(stack ?? '') }
        },
      },
    },
    destination({ fd: 2, sync: false }),
  )
}

/** Portal tokens stand in paths, sign-in codes in queries, passwords in connection addresses. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(client-portal\/)[^/?#\s"]+/g, '$1[token]')
    .replace(/([?&](?:code|state|token|key|secret|session_id)=)[^&#\s"]+/gi, '$1[hidden]')
    .replace(/(\w+:\/\/[^:/@\s]+:)[^@/\s]+@/g, '$1[hidden]@')
}
