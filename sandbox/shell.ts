import { type Html, html } from './html.ts'

export interface Shell {
  title: string
  icon: string
  stylesheet: string
  /** Says that this is a sandbox. */
  note: string
  warning: string | undefined
  /** Links above the content. */
  top?: Html
  width?: 'narrow' | 'wide'
  main: Html
}

/** A page of a sandbox. */
export function renderPage({ title, icon, stylesheet, note, warning, top, width, main }: Shell): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
${top && html`<a class="skip" href="#main">Skip to content</a>`}
<header>
<p class="sandbox-mark" role="note"><strong>Sandbox.</strong> ${note}</p>
${warning !== undefined && html`<p class="sandbox-mark warning" role="note">${warning}</p>`}
${top}
</header>
<main id="main" class="${width}">
${main}
</main>
</body>
</html>
`.text
}

/** For sandboxes of one or two simple pages. */
export const simpleStyles = `
:root { color-scheme: light dark; --paper: #faf8f4; --card: #fff; --ink: #1c1a17; --soft: #625c53; --line: #e2ddd3; --edge: #8d8778; --accent: #1f5c3f; --on-accent: #fff; --note: #fff3d1; --note-ink: #5a4300; --fault: #a52a1f; }
@media (prefers-color-scheme: dark) { :root { --paper: #171613; --card: #1f1d1a; --ink: #f1ede5; --soft: #aaa397; --line: #37342e; --edge: #7d776a; --accent: #7fc7a0; --on-accent: #10231a; --note: #3a2f10; --note-ink: #ffe29a; --fault: #ff9d91; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
.sandbox-mark { margin: 0; padding: 10px 16px; text-align: center; background: var(--note); color: var(--note-ink); }
.warning { font-weight: 600; background: #a3281e; color: #fff; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
`
