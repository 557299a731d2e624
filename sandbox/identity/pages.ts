const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const page = (title: string, content: string, warning: string | undefined) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/identity/style.css">
</head>
<body>
<header><p class="sandbox" role="note"><strong>Sandbox.</strong> This stands in for Google sign-in on this machine. No password is needed.</p>${warning ? `<p class="warning" role="note">${escaped(warning)}</p>` : ''}</header>
<main>
${content}
</main>
</body>
</html>`

export interface SignIn {
  entered: { email: string; name: string }
  faults: string[]
  warning: string | undefined
}

export function signInPage({ entered, faults, warning }: SignIn): string {
  const errors = faults.length
    ? `<ul role="alert">${faults.map((fault) => `<li>${escaped(fault)}</li>`).join('')}</ul>`
    : ''
  return page(
    'Sandbox sign-in',
    `<h1>Sign in to Daybook</h1>
<p class="hint">Sign in as anyone: each email address is a separate person.</p>
${errors}
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus maxlength="254" value="${escaped(entered.email)}">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" required maxlength="200" value="${escaped(entered.name)}">
<button>Continue</button>
</form>`,
    warning,
  )
}

export const errorPage = (message: string, warning: string | undefined): string =>
  page(
    'Sandbox sign-in',
    `<h1>Sign-in failed</h1><p>${escaped(message)}</p><p><a href="/">Back to Daybook</a></p>`,
    warning,
  )

export const stylesheet = `
:root { color-scheme: light dark; --paper: #faf8f4; --card: #fff; --ink: #1c1a17; --soft: #625c53; --line: #e2ddd3; --accent: #1f5c3f; --on-accent: #fff; --note: #fff3d1; --note-ink: #5a4300; --fault: #a52a1f; }
@media (prefers-color-scheme: dark) { :root { --paper: #171613; --card: #1f1d1a; --ink: #f1ede5; --soft: #aaa397; --line: #37342e; --accent: #7fc7a0; --on-accent: #10231a; --note: #3a2f10; --note-ink: #ffe29a; --fault: #ff9d91; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
.sandbox { margin: 0; padding: 10px 16px; text-align: center; background: var(--note); color: var(--note-ink); }
.warning { margin: 0; padding: 10px 16px; text-align: center; font-weight: 600; background: #a3281e; color: #fff; }
main { max-width: 400px; margin: 12vh auto 0; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
h1 { margin: 0 0 4px; font-size: 22px; }
.hint { margin: 0 0 24px; color: var(--soft); }
label { display: block; margin: 16px 0 4px; font-weight: 500; }
input { width: 100%; height: 44px; padding: 0 12px; font: inherit; font-size: 16px; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 8px; }
button { width: 100%; height: 44px; margin-top: 24px; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ul { margin: 0; padding: 0 0 0 18px; color: var(--fault); }
a { color: var(--accent); }
@media (max-width: 480px) { main { margin: 24px 16px; padding: 24px; } }
`
