import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { arePlansSold } from '#web/data/plans-sold.ts'
import { PageMeta } from '#web/layout/page-meta.tsx'
import { SignInNeedsScripts } from '#web/layout/sign-in-needs-scripts.tsx'
import { Wordmark } from '#web/layout/wordmark.tsx'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { linkStyle } from '#web/ui/text-link.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { BookSpread } from './book-spread.tsx'
import { Chain } from './chain.tsx'
import { FeatureCards } from './feature-cards.tsx'
import { PortalPreview } from './portal-preview.tsx'

const TITLE = 'Daybook · Your whole business, in one good book'

type LandingScreenProps = {
  onSignIn(): void
  signingIn: boolean
  onOpenDemo(): void
  openingDemo: boolean
  /** Shown below the header, such as why a sign-in failed. */
  notice?: ReactNode
}

export function LandingScreen(props: LandingScreenProps) {
  const { onSignIn, signingIn, onOpenDemo, openingDemo, notice } = props
  const [pressed, setPressed] = useState('')
  const hydrated = useHydrated()

  const signInButton = (name: string, props: ButtonProps) => (
    <Button
      variant="primary"
      {...props}
      pending={signingIn && pressed === name}
      aria-disabled={signingIn || !hydrated}
      onClick={() => {
        if (signingIn) return
        setPressed(name)
        onSignIn()
      }}
    />
  )

  return (
    <div className="overflow-x-clip">
      <title>{TITLE}</title>
      <PageMeta
        title={TITLE}
        description="Daybook keeps a freelancer's clients, projects, hours, invoices and expenses in one calm book, and shows each client their work through one link, without an account."
      />
      <header className="border-b border-hairline">
        <div className={`${column} flex h-16 items-center gap-1 sm:gap-2`}>
          <Link to="/" aria-label="Daybook" className="mr-auto flex h-11 items-center rounded">
            <Wordmark className="text-[1.375rem]" />
          </Link>
          <Link
            to="/pricing"
            className="flex h-9 items-center rounded px-3 font-medium transition-colors hover:bg-sunken touch:h-11 [[data-plans=off]_&]:hidden"
          >
            Pricing
          </Link>
          {signInButton('header', {
            variant: 'secondary',
            children: (
              <span>
                Sign In<span className="max-sm:sr-only [[data-sign-in]_&]:hidden"> with Google</span>
              </span>
            ),
          })}
        </div>
        {notice && <div className={`${column} pb-4 empty:hidden`}>{notice}</div>}
      </header>

      <main>
        <section className={`${column} pt-12 pb-12 md:pt-20 md:pb-16`}>
          <h1 className="max-w-[19ch] font-serif text-display font-semibold tracking-[-0.025em] text-balance">
            Your whole business, in one good book.
          </h1>
          <div className="mt-6 flex items-end justify-between gap-12 md:mt-8">
            <div className="max-w-[35rem]">
              <p className="text-heading leading-relaxed text-pretty text-muted">
                Daybook keeps a freelancer’s clients, projects, hours, invoices and expenses together, exact
                to the cent. Your clients follow the work through one link, with no account to create.
              </p>
              <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
                {signInButton('hero', {
                  size: 'lg',
                  className: 'max-sm:w-full',
                  children: 'Get Started Free',
                })}
                <Button
                  size="lg"
                  pending={openingDemo}
                  aria-disabled={openingDemo || !hydrated}
                  onClick={onOpenDemo}
                  className="max-sm:w-full [[data-demo=off]_&]:hidden"
                >
                  Try the demo
                </Button>
                <SignInNeedsScripts className="w-full text-lead max-sm:text-center" />
                <p className="w-full text-meta text-faint max-sm:text-center [[data-plans=off]_&]:hidden">
                  Everything free for 14 days, no card needed.
                </p>
              </div>
            </div>
            <Definition className="w-60 border-l border-hairline pl-5 max-lg:hidden" />
          </div>
        </section>

        <section className={`${column} pb-20 md:pb-32`}>
          <BookSpread />
        </section>

        <section className={`${column} pb-20 md:pb-32`}>
          <h2 className={`${headline} max-w-[20ch]`}>From the first hour to the money.</h2>
          <p className="mt-6 mb-10 max-w-xl text-lead text-pretty text-muted md:mb-14">
            Each step cites the one before: the invoice names the approval, the payment names the invoice, and
            every figure opens what it is made of.
          </p>
          <Chain />
        </section>

        <section className="border-y border-hairline bg-surface">
          <div
            className={`${column} grid grid-cols-1 items-center gap-12 py-20 md:grid-cols-2 md:gap-20 md:py-28`}
          >
            <div>
              <h2 className={headline}>
                One link.
                <br />
                No account.
              </h2>
              <p className="mt-6 max-w-md text-lead text-pretty text-muted">
                Send a client a private link. They see their projects, approve what you deliver, sign off on
                the invoice and write back. Nothing to install, no password to forget.
              </p>
              <ul className="mt-8 flex max-w-md flex-col border-t border-hairline">
                {portalPromises.map((promise) => (
                  <li key={promise} className="border-b border-hairline py-3 text-lead">
                    {promise}
                  </li>
                ))}
              </ul>
            </div>
            <PortalPreview />
          </div>
        </section>

        <section className={`${column} py-20 md:py-32`}>
          <h2 className={`${headline} max-w-[20ch]`}>All your paperwork, in one place.</h2>
          <FeatureCards />
        </section>

        <section className="border-t border-hairline">
          <div className={`${column} flex flex-col items-start gap-8 py-20 md:py-32`}>
            <h2 className="max-w-[12ch] font-serif text-display font-semibold tracking-[-0.025em] text-balance">
              Today’s page is still blank.
            </h2>
            {signInButton('closing', {
              size: 'lg',
              className: 'max-sm:w-full',
              children: hydrated && !arePlansSold() ? 'Get Started Free' : 'Start Your Free Trial',
            })}
          </div>
        </section>
      </main>

      <footer className="border-t border-hairline bg-surface">
        <div className={`${column} flex flex-col justify-between gap-8 py-10 md:flex-row md:items-center`}>
          <Wordmark className="text-heading max-lg:hidden" />
          <Definition className="max-w-md lg:hidden" />
          <p className="flex items-center gap-6 text-meta text-faint">
            <Link to="/pricing" className={`${linkStyle} touch:py-3 [[data-plans=off]_&]:hidden`}>
              Pricing
            </Link>
            © Daybook
          </p>
        </div>
      </footer>
    </div>
  )
}

function Definition({ className }: { className: string }) {
  return (
    <p className={cx('text-lead text-pretty text-muted', className)}>
      <strong className="font-semibold text-ink">daybook</strong>, noun. The book of first entry, where a
      business writes down each day’s work.
    </p>
  )
}

const column = 'mx-auto w-full max-w-6xl px-5 md:px-8'
const headline = 'font-serif text-display-sm font-semibold tracking-[-0.02em] text-balance md:text-[3rem]'

const portalPromises = [
  'Approve or request changes, on the record.',
  'Their projects and invoices only. Never your notes.',
  'Expires on the day you choose, or as soon as you revoke it.',
]
