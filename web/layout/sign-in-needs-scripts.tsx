/** Says why there is no button to sign in, where a browser runs no scripts. */
export const SignInNeedsScripts = ({ className }: { className: string }) => (
  <noscript className={className}>
    {import.meta.env.SSR &&
      'Signing in needs JavaScript. Turn it on in your browser, then load this page again.'}
  </noscript>
)
