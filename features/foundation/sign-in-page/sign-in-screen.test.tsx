import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { emailCodesApi } from '#features/foundation/email-codes/contract.ts'
import { passkeySignInApi } from '#features/foundation/passkeys/contract.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'
import { answer, callsOf, holdChanges, noConnection, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { rememberReturnPath } from '#web/navigation/return-path.ts'
import { type SignInOptions, signInPageApi } from './contract.ts'

const offer = (options: Partial<SignInOptions> = {}) =>
  answer(signInPageApi.options, {
    methods: ['oidc', 'email', 'passkey'],
    provider_name: 'Google',
    sign_up: 'open',
    outbox_path: null,
    ...options,
  })

const DONE = { success: true } as const
const WRONG = 'This code is wrong or no longer valid in this browser. Check it, or ask for a new one.'
const codes = () => callsOf(emailCodesApi.enter).map(({ body }) => body)

beforeEach(() => {
  offer()
  answer(emailCodesApi.ask, DONE)
  answer(emailCodesApi.enter, DONE)
})

async function askForCode() {
  const ada = visit('/sign-in')
  await ada.fill('Email', 'ada@example.com')
  await ada.press('Email me a code')
  return { ada, field: await screen.findByLabelText('Six-digit code') }
}

describe('the page to sign in', () => {
  test('offers the provider under its name, and an address that a passkey can fill in', async () => {
    offer({ provider_name: 'Studio ID' })
    visit('/sign-in')
    expect(await screen.findByRole('button', { name: 'Continue with Studio ID' })).toBeVisible()
    const email = screen.getByLabelText('Email')
    expect(email).toHaveAttribute('autocomplete', 'username webauthn')
    expect(screen.queryByText(/New ones cannot be created/)).toBeNull()
  })

  test('offers no more than the server does, and says if it is closed', async () => {
    offer({ methods: ['email'], sign_up: 'closed' })
    visit('/sign-in')
    expect(await screen.findByRole('button', { name: 'Email me a code' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull()
    expect(screen.getByText(/New ones cannot be created here/)).toBeVisible()
  })

  test('asks for an address in words, and keeps what was typed', async () => {
    const ada = visit('/sign-in')
    await ada.press('Email me a code')
    expect(await screen.findByText('Please enter your email address')).toBeVisible()
    await ada.fill('Email', 'ada@')
    await ada.press('Email me a code')
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('ada@')
    expect(callsOf(emailCodesApi.ask)).toEqual([])
  })

  test('says that the provider cannot be reached', async () => {
    answer(signInApi.redirectUrl, refusal(503, { error: 'The identity provider cannot be reached' }))
    const ada = visit('/sign-in')
    await ada.press('Continue with Google')
    expect(await screen.findByText('Google could not be reached. Please try again.')).toBeVisible()
  })

  test('says that it could not be loaded, and tries again', async () => {
    answer(signInPageApi.options, noConnection)
    const ada = visit('/sign-in')
    expect(await screen.findByText('The page could not be loaded')).toBeVisible()
    offer()
    await ada.press('Try Again')
    expect(await screen.findByLabelText('Email')).toBeVisible()
  })
})

describe('a code', () => {
  test('is sent as soon as six digits are there, with the time zone, and leads to the dashboard', async () => {
    const { ada, field } = await askForCode()
    expect(callsOf(emailCodesApi.ask).map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }])
    expect(field).toHaveFocus()
    expect(field).toHaveAttribute('inputmode', 'numeric')
    expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    await ada.type(field, '12345')
    expect(codes()).toEqual([])
    await ada.type(field, '6')
    await waitFor(() => expect(ada.address()).toBe('/dashboard'))
    expect(codes()).toEqual([{ code: '123456', time_zone: expect.any(String) }])
  })

  test('can be pasted with a space, and leads to where the visitor wanted to go', async () => {
    rememberReturnPath('/invoices?status=overdue')
    const { ada } = await askForCode()
    await ada.paste('123 456')
    await waitFor(() => expect(ada.address()).toBe('/invoices?status=overdue'))
    expect(codes()).toMatchObject([{ code: '123456' }])
  })

  test('that is wrong is said to be, and can be corrected', async () => {
    answer(emailCodesApi.enter, refusal(400, { error: WRONG }))
    const { ada, field } = await askForCode()
    await ada.paste('111111')
    expect(await screen.findByText(WRONG)).toBeVisible()
    expect(field).toHaveAccessibleDescription(WRONG)
    answer(emailCodesApi.enter, DONE)
    await ada.clear(field)
    await ada.paste('222222')
    await waitFor(() => expect(ada.address()).toBe('/dashboard'))
  })

  test('that is incomplete is not sent', async () => {
    const { ada } = await askForCode()
    await ada.paste('123')
    await ada.press('Sign In')
    expect(await screen.findByText('Please enter the six digits')).toBeVisible()
    expect(codes()).toEqual([])
  })

  test('can be asked for again, or for another address', async () => {
    const { ada } = await askForCode()
    await ada.press('Send a new code')
    expect(await screen.findByText('A new code is on its way. Earlier ones no longer work.')).toBeVisible()
    expect(callsOf(emailCodesApi.ask)).toHaveLength(2)
    await ada.press('Use another address')
    expect(await screen.findByLabelText('Email')).toHaveValue('')
  })

  test('can still be entered after the page was loaded again', async () => {
    await askForCode()
    cleanup()
    visit('/sign-in')
    expect(await screen.findByText('ada@example.com')).toBeVisible()
    expect(screen.getByLabelText('Six-digit code')).toBeVisible()
  })

  test('is in the outbox where no mail is sent', async () => {
    offer({ outbox_path: '/sandbox/outbox' })
    await askForCode()
    const link = screen.getByRole('link', { name: /read it in the outbox/ })
    expect(link).toHaveAttribute('href', '/sandbox/outbox')
  })

  test('cannot be asked for too often', async () => {
    const error = 'Too many attempts. Please wait a minute.'
    answer(emailCodesApi.ask, refusal(429, { error }))
    const ada = visit('/sign-in')
    await ada.fill('Email', 'ada@example.com')
    await ada.press('Email me a code')
    expect(await screen.findByText(error)).toBeVisible()
  })
})

describe('the link in the mail', () => {
  test('signs in only when its button is pressed', async () => {
    await askForCode()
    cleanup()
    const ada = visit('/sign-in#code=123456')
    expect(await screen.findByText('You asked for this in this browser, with ada@example.com.')).toBeVisible()
    expect(codes()).toEqual([])
    await ada.press('Sign In')
    await waitFor(() => expect(ada.address()).toBe('/dashboard'))
    expect(codes()).toMatchObject([{ code: '123456' }])
  })

  test('says in another browser where to open it, or where to type the code', async () => {
    answer(emailCodesApi.enter, refusal(400, { error: WRONG }))
    const ada = visit('/sign-in#code=123456')
    expect(await screen.findByText(/Open the link there, or type this code there: 123 456\./)).toBeVisible()
    await ada.press('Sign In')
    expect(await screen.findByText(WRONG)).toBeVisible()
    await ada.press('Ask for a new code')
    expect(await screen.findByLabelText('Email')).toBeVisible()
  })
})

test('who has no account learns on return from the provider that none can be created', async () => {
  history.replaceState(null, '', '/auth/callback?code=code')
  answer(accountApi.me, refusal(401, { code: 'unauthorized' }))
  answer(
    signInApi.signIn,
    refusal(403, { error: 'New accounts cannot be created here.', code: 'sign_up_closed' }),
  )
  const eve = visit('/auth/callback')
  expect(await screen.findByText('New accounts cannot be created here.')).toBeVisible()
  expect(screen.queryByText('Sign-in failed. Please try again.')).toBeNull()
  expect(eve.address()).toBe('/')
})

describe('the button of the landing page', () => {
  afterEach(() => {
    delete document.documentElement.dataset.signIn
  })

  test.each([
    ['page', '/sign-in'],
    ['direct', 'https://id.example.com/'],
    [undefined, 'https://id.example.com/'],
  ])('with data-sign-in=%s leads to %s', async (mode, address) => {
    const { goToSignIn } = await import('#features/foundation/sign-in/client.ts')
    if (mode) document.documentElement.dataset.signIn = mode
    answer(signInApi.redirectUrl, { redirectUrl: 'https://id.example.com/' })
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    await goToSignIn()
    expect(assign.mock.calls).toEqual([[address]])
    assign.mockRestore()
  })
})

describe('a passkey', () => {
  const CREDENTIAL = {
    id: 'cGFzc2tleQ',
    rawId: new Uint8Array([1]).buffer,
    type: 'public-key',
    response: {
      authenticatorData: new Uint8Array([1]).buffer,
      clientDataJSON: new Uint8Array([1]).buffer,
      signature: new Uint8Array([1]).buffer,
      userHandle: null,
    },
    getClientExtensionResults: () => ({}),
  }

  afterEach(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'credentials')
  })

  test('that the browser offered signs in once, however often the button is pressed', async () => {
    // A function, as in browsers.
    const PublicKeyCredential = Object.assign(() => {}, { isConditionalMediationAvailable: async () => true })
    vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
    let release = () => {}
    const get = async () => {
      release = holdChanges()
      return CREDENTIAL
    }
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
    answer(passkeySignInApi.options, { challenge: 'Y2hhbGxlbmdl' })
    answer(passkeySignInApi.signIn, DONE)
    const ada = visit('/sign-in')
    await waitFor(() => expect(callsOf(passkeySignInApi.signIn)).toHaveLength(1))
    const button = screen.getByRole('button', { name: /Use a passkey/ })
    button.click()
    release()
    await waitFor(() => {
      button.click()
      expect(ada.address()).toBe('/dashboard')
    })
    expect(callsOf(passkeySignInApi.signIn)).toHaveLength(1)
  })
})
