import type { FastifyInstance } from 'fastify'

const HIDDEN = { schema: { hide: true } }

/**
 * Tells crawlers which pages to index. Secret addresses are not listed: they send `X-Robots-Tag`, which crawlers must
 * be able to read.
 */
export function answerSearchEngines(app: FastifyInstance, { origin }: URL, paths: string[]): void {
  const robots = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
  app.get('/robots.txt', HIDDEN, (_, reply) => reply.type('text/plain; charset=utf-8').send(robots))

  const urls = paths.map((path) => `  <url><loc>${origin}${path}</loc></url>\n`).join('')
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`
  app.get('/sitemap.xml', HIDDEN, (_, reply) => reply.type('application/xml; charset=utf-8').send(sitemap))
}
