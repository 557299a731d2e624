import { type Html, html } from '#sandbox/html.ts'
import { renderPage, simpleStyles } from '#sandbox/shell.ts'

const page = (main: Html, warning: string | undefined): string =>
  renderPage({
    title: 'Sandbox sign-in',
    icon: '/favicon.svg',
    stylesheet: '/sandbox/identity/style.css',
    note: 'This stands in for Google sign-in on this machine. No password is needed.',
    warning,
    main,
  })

export interface SignIn {
  entered: { email: string; name: string }
  faults: string[]
  warning: string | undefined
}

export function signInPage({ entered, faults, warning }: SignIn): string {
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
  )
}

export const errorPage = (message: string, warning: string | undefined): string =>
  page(html`<h1>Sign-in failed</h1><p>${message}</p><p><a href="/">Back to Daybook</a></p>`, warning)

export const stylesheet = `${simpleStyles}
main { max-width: 400px; margin: 12vh auto 0; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
h1 { margin: 0 0 4px; font-size: 22px; }
.hint { margin: 0 0 24px; color: var(--soft); }
label { display: block; margin: 16px 0 4px; font-weight: 500; }
input { width: 100%; height: 44px; padding: 0 12px; font: inherit; font-size: 16px; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 8px; }
button { width: 100%; height: 44px; margin-top: 24px; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
ul { margin: 0; padding: 0 0 0 18px; color: var(--fault); }
@media (max-width: 480px) { main { margin: 24px 16px; padding: 24px; } }
`
