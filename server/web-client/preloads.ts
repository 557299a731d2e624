import type { Manifest } from 'vite'

/** Loads these modules and what they import with the page, instead of after its first script has run. */
export function withPreloads(html: string, manifest: Manifest, modules: string[]): string {
  if (modules.length === 0) throw new Error('a page shows no screen')
  const keys = new Set(modules)
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next)
  const links = [...keys]
    .flatMap((key) => manifest[key]?.file ?? [])
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return html.replace('</head>', `${links.join('')}$&`)
}

/** For a page that shows its content without its script: style and fonts come first. */
export const withScriptLast = (html: string): string =>
  html.replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')

/** For screens of the app: only papers and mails on them have titles in the serif, which the service worker keeps. */
export const withoutTitleFont = (html: string): string => html.replace(/<link [^>]*source-serif[^>]*>\s*/, '')
