import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    secretAddresses: readonly SecretAddress[]
  }
}

/** Addresses like `/name/{key}`, where the key alone gives access. */
export interface SecretAddress {
  name: string
  leadsHere(url: string): boolean
  withoutKey(url: string): string
}

/** Matches every spelling: the router and the browser treat `/my%2Dlink/` and `/My-Link/` alike. */
export function secretAddress(name: string): SecretAddress {
  const here = new RegExp(`^[^?#]*${escaped(name)}`, 'i')
  const key = new RegExp(`(${escaped(name)}(?:[\\/\\\\]|%(?:25)*(?:2f|5c))*)[^/?#\\s"]+`, 'gi')
  return {
    name,
    leadsHere: (url) => here.test(url),
    withoutKey: (url) => url.replace(key, '$1[token]'),
  }
}

const escaped = (text: string) =>
  [...text].map((letter) => `(?:${letter}|%(?:25)*${letter.charCodeAt(0).toString(16)})`).join('')

export const leadsToSecret = ({ server, url }: FastifyRequest): boolean =>
  server.secretAddresses.some((address) => address.leadsHere(url))

/** The address of a request as it may be logged and stored. */
export const withoutKeys = ({ server, originalUrl }: FastifyRequest): string =>
  server.secretAddresses.reduce((url, address) => address.withoutKey(url), originalUrl)
