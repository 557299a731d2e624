import type { FastifyRequest } from 'fastify'

/** Standard header of a request ahead of use. Browsers send it, and this server does while it renders a page. */
export const PREFETCH = { 'sec-purpose': 'prefetch' }

/** True for a read that nobody looks at yet, and maybe never will. */
export const isPrefetch = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' && headers['sec-purpose'] === PREFETCH['sec-purpose']
