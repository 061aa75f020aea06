import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectToast } from '../../../../test/expect.ts'
import { findGoogleScript, loadGoogle } from '../../../../test/google.ts'
import { caregiver, family } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { GoogleContinue } from './google-continue.tsx'

const name = 'Continue with Google'

function openButton(clientId: string | null = 'ours', route = '/login') {
  answer('get /api/auth/settings/', { google_client_id: clientId })
  return renderPage(<GoogleContinue joinAs="caregiver" />, { route })
}

it('shows an error and loads nothing from Google without a client id', async () => {
  const { press } = openButton(null)
  await press(name)
  await expectToast('Google authentication failed')
  expect(screen.getByRole('button', { name })).toBeEnabled()
  expect(document.querySelector('script[src*=google]')).toBeNull()
})

it('waits for Google’s script when pressed early, and shows when it fails to load', async () => {
  const { press } = openButton()
  const script = await findGoogleScript()
  await press(name)
  expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  act(() => script.dispatchEvent(new Event('error')))
  await expectToast('Google authentication failed')
  expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled')
})

it('shows Google’s button instead of ours', async () => {
  openButton()
  await loadGoogle()
  expect(screen.getByText('Google’s button')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
})

it('logs in with Google’s credential, the role and the time zone', async () => {
  const { store } = openButton()
  const pressGoogle = await loadGoogle()
  answer('post /api/auth/google/', { message: 'Welcome', user: family, access: 'access', refresh: 'refresh' })
  pressGoogle('an ID token')
  await expectToast('Welcome')
  expect(lastBody()).toEqual({
    credential: 'an ID token',
    role: 'caregiver',
    timezone: 'America/New_York',
    terms_version: TERMS_VERSION,
    privacy_version: PRIVACY_VERSION,
  })
  expect(store.getState().session).toEqual({ user: family, token: 'access', refreshToken: 'refresh' })
})

it.each([
  [caregiver, false, '/login?next=%2Fbookings', '/caregiver/profile'],
  [caregiver, 'false', '/login?next=%2Fbookings', '/caregiver/profile'],
  [family, false, '/login', '/'],
  [family, false, '/login?next=%2Fbookings', '/bookings'],
])(
  'opens the right page for someone with an incomplete profile (%#)',
  async (person, complete, from, place) => {
    const { address } = openButton('ours', from)
    const pressGoogle = await loadGoogle()
    const user = { ...person, profile_complete: complete }
    answer('post /api/auth/google/', { message: 'Welcome', user, access: 'access', refresh: 'refresh' })
    pressGoogle('an ID token')
    await waitFor(() => expect(address()).toBe(place))
  },
)

it('shows the server’s reason when it rejects the login', async () => {
  openButton()
  const pressGoogle = await loadGoogle()
  answer('post /api/auth/google/', { detail: 'This account has been deactivated' }, 403)
  pressGoogle('an ID token')
  await expectToast('This account has been deactivated')
})

it('sends nothing when Google returns no credential', async () => {
  openButton()
  const pressGoogle = await loadGoogle()
  pressGoogle()
  await expectToast('Google authentication failed')
  expect(sentWrites()).toEqual([])
})

it('sends someone with two-step sign-in to the second step', async () => {
  const { address, store } = openButton()
  const pressGoogle = await loadGoogle()
  const facts = { ticket: 'a ticket', methods: ['app'] }
  answer('post /api/auth/google/', { detail: 'One more step', code: 'second_step_required', ...facts }, 403)
  pressGoogle('an ID token')
  await waitFor(() => expect(address()).toBe('/login'))
  expect(store.getState().session.user).toBeNull()
})
