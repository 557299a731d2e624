import { type Html, html } from '#sandbox/html.ts'
import { renderPage, simpleStyles } from '#sandbox/shell.ts'

const page = (main: Html, warning: string | undefined, otherWays?: OtherWays): string =>
  renderPage({
    title: 'Sandbox sign-in',
    icon: '/favicon.svg',
    stylesheet: '/sandbox/identity/style.css',
    note: 'This stands in for Google sign-in on this machine. No password is needed.',
    warning,
    main: html`<p class="wordmark"><img src="/favicon.svg" alt="">Daybook</p>
<div class="card">
${main}
</div>
${otherWays && html`<p class="back"><a href="${otherWays.path}">${otherWays.label}</a></p>`}
<p class="back"><a href="/">Back to Daybook</a></p>`,
  })

/** Leads to where people sign in without this provider. */
export interface OtherWays {
  label: string
  path: string
}

export interface SignIn {
  entered: { email: string; name: string }
  faults: string[]
  warning: string | undefined
  otherWays: OtherWays | undefined
}

export function signInPage({ entered, faults, warning, otherWays }: SignIn): string {
  return page(
    html`<h1>Sign in to Daybook</h1>
<p class="hint">Sign in as anyone: each email address is a separate person.</p>
${faults.length > 0 && html`<ul role="alert">${faults.map((fault) => html`<li>${fault}</li>`)}</ul>`}
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus maxlength="254" value="${entered.email}">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" required maxlength="200" value="${entered.name}">
<button>Continue</button>
</form>`,
    warning,
    otherWays,
  )
}

export const errorPage = (message: string, warning: string | undefined): string =>
  page(html`<h1>Sign-in failed</h1><p>${message}</p>`, warning)

export const stylesheet = `${simpleStyles}
@font-face { font-family: "Inter Variable"; src: url("inter.woff2") format("woff2-variations"); font-weight: 100 900; font-display: swap; }
@font-face { font-family: "Source Serif 4"; src: url("source-serif.woff2") format("woff2"); font-weight: 600; font-display: swap; }
body { font: 14px/1.5 "Inter Variable", system-ui, sans-serif; }
.sandbox-mark { padding: 8px 16px; font-size: 13px; color: var(--soft); background: none; border-bottom: 1px solid var(--line); }
.sandbox-mark.warning { color: #fff; background: #a3281e; }
main { max-width: 416px; margin: 10vh auto 0; padding: 0 16px 32px; }
.wordmark { display: flex; align-items: center; justify-content: center; gap: 10px; margin: 0 0 24px; font: 600 24px/1 "Source Serif 4", serif; letter-spacing: -0.01em; }
.wordmark img { width: 28px; height: 28px; }
.card { padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 4px; font-size: 18px; font-weight: 600; letter-spacing: -0.01em; }
.hint { margin: 0 0 24px; color: var(--soft); }
label { display: block; margin: 16px 0 6px; font-size: 13px; font-weight: 500; }
input { width: 100%; height: 44px; padding: 0 12px; font: inherit; font-size: 16px; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 8px; }
button { width: 100%; height: 44px; margin-top: 24px; font: inherit; font-weight: 500; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
ul { margin: 0; padding: 0 0 0 18px; color: var(--fault); }
.back { margin: 0; }
.card + .back { margin-top: 8px; }
.back { text-align: center; }
.back a { display: inline-flex; align-items: center; min-height: 44px; font-weight: 500; color: inherit; text-underline-offset: 4px; text-decoration-color: var(--edge); }
@media (max-width: 480px) { main { margin-top: 32px; } .card { padding: 24px; } }
`
