import { html } from './html.ts'
import type { Page } from './page.ts'

export interface Frame {
  /** The path of the pages, without a trailing slash. */
  base: string
  warning: string | undefined
}

export function document({ base, warning }: Frame, styles: string, page: Page): string {
  const width = page.wide ? 'wide' : 'narrow'
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Payment sandbox</title>
<link rel="icon" type="image/svg+xml" href="${base}/assets/icon.svg">
<link rel="stylesheet" href="${base}/assets/sandbox.css?${styles}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<p class="sandbox-mark"><strong>Sandbox:</strong> no real money moves</p>
${warning && html`<p class="sandbox-mark warning">${warning}</p>`}
<div class="top ${width}">
<a class="wordmark" href="${base}">Payment sandbox</a>
${page.back && html`<a class="back" href="${page.back.url}">${page.back.label}</a>`}
</div>
</header>
<main id="main" class="${width}">
${page.main}
</main>
</body>
</html>
`.text
}
