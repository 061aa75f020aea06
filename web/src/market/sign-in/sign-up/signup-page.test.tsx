import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { publicCaregiver } from '../../../../test/data.ts'
import { expectFieldError, expectToast } from '../../../../test/expect.ts'
import { loadGoogle } from '../../../../test/google.ts'
import { caregiver, family } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { readReturn } from '../login/waiting-return.ts'
import { readVerificationHandle } from '../verify-email/verification-handle.ts'
import { SignupPage } from './signup-page.tsx'
import { toSignupState } from './signup-state.ts'

const typed = {
  Name: 'Nora Lind',
  Email: 'nora.lind@example.test',
  Password: 'river and dawn',
  'Confirm Password': 'river and dawn',
}

beforeEach(() => {
  answer('get /api/auth/settings/', { google_client_id: null })
  answer('get /api/auth/caregivers/2/', publicCaregiver)
})
afterEach(() => void vi.useRealTimers())

function openSignup(route = '/signup') {
  const page = renderPage(<SignupPage />, { route })
  return {
    ...page,
    signUp: async (changes: Partial<typeof typed> = {}) => {
      for (const [label, text] of Object.entries({ ...typed, ...changes })) {
        await page.fill(label, text)
      }
      await page.press('Sign up')
    },
  }
}

it.each([
  [
    '/caregiver/2/book?date=2026-12-05&from=09:00&to=14:30',
    'Sign up to book Nora, Sat, Dec 5, 9 AM – 2:30 PM. It’s free.',
  ],
  ['/caregiver/2/book?date=someday', 'Sign up to book Nora. It’s free.'],
  ['/chat?caregiverId=2', 'Sign up to message Nora. It’s free.'],
])('says what the visitor wanted: %s', async (wanted, lead) => {
  vi.setSystemTime(new Date('2026-06-02T14:00:00Z'))
  openSignup(`/signup?next=${encodeURIComponent(wanted)}`)
  expect(await screen.findByText(lead)).toBeInTheDocument()
})

it('welcomes everyone where nobody was to be booked', () => {
  openSignup('/signup?next=%2Fcaregivers')
  expect(screen.getByText('Join for free as a family or a caregiver.')).toBeInTheDocument()
})

it('requires every field and focuses the first', async () => {
  const { press } = openSignup()
  await press('Sign up')
  await expectToast('Please fix the highlighted fields')
  for (const label of Object.keys(typed)) await expectFieldError(label, `${label} is required`)
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  expect(sentWrites()).toEqual([])
})

it('rejects a blank name, an invalid email, a short password, and passwords that differ', async () => {
  const { signUp, store } = openSignup()
  await signUp({ Name: '   ', Email: 'not an address', Password: 'seven77', 'Confirm Password': 'seven78' })
  await expectToast('Please fix the highlighted fields')
  await expectFieldError('Name', 'Name is required')
  await expectFieldError('Email', 'Enter a valid email')
  await expectFieldError('Password', 'Password must be at least 8 characters')
  await expectFieldError('Confirm Password', 'Confirm Password must match Password')
  expect(sentWrites()).toEqual([])
  expect(store.getState().session.user).toBeNull()
})

it('rejects a password of more than 128 characters', async () => {
  const { signUp } = openSignup()
  const long = 'x'.repeat(129)
  await signUp({ Password: long, 'Confirm Password': long })
  await expectFieldError('Password', 'Password must be at most 128 characters')
  expect(sentWrites()).toEqual([])
})

it.each([
  ['Ada 2', 'Name can contain only letters, spaces, hyphens, apostrophes, dots, commas and &'],
  ['evil.example', "Name can't contain a web address. Put a space after each dot"],
  ['Tendwell Team', 'This name is reserved. Please enter your own name'],
  ['Иванovа', 'Each word of a name must be in one alphabet'],
])('rejects the name %s', async (name, message) => {
  const { signUp } = openSignup()
  await signUp({ Name: name })
  await expectFieldError('Name', message)
  expect(sentWrites()).toEqual([])
})

it('cuts no long name: it counts, and says how long it may be', async () => {
  const { signUp } = openSignup()
  await signUp({ Name: 'A'.repeat(257) })
  expect(screen.getByLabelText('Name')).toHaveValue('A'.repeat(257))
  expect(screen.getByText('2 characters too many')).toBeInTheDocument()
  await expectFieldError('Name', 'Name must be at most 255 characters')
  expect(sentWrites()).toEqual([])
})

it.each([
  ['/signup', 'Caregiver'],
  ['/signup?next=%2Fcaregiver%2F2%2Fbook', 'Caretaker'],
  ['/signup?next=%2Fcaregivers%3Fq%3Dnanny', 'Caretaker'],
  ['/signup?next=%2Fcaregivers%2F2', 'Caretaker'],
  ['/signup?next=%2Fchat%3FcaregiverId%3D2', 'Caretaker'],
  ['/signup?next=%2Fcaregiver%2Favailability', 'Caregiver'],
  ['/signup?next=%2F%2Fevil.test%2Fcaregivers', 'Caregiver'],
])('preselects the role of someone at %s: %s', (route, role) => {
  renderPage(<SignupPage />, { route })
  expect(screen.getByRole('radio', { name: new RegExp(`^${role}`) })).toBeChecked()
})

it('keeps the page to return to for the login, and for the mailed link in another tab', async () => {
  const next = '?next=%2Fcaregiver%2F2%2Fbook%3Fdate%3D2026-06-02'
  const { signUp, address } = openSignup(`/signup${next}`)
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', `/login${next}`)
  answer('post /api/auth/signup/', { user: caregiver, message: 'Welcome', verification_handle: 'ours' }, 201)
  await signUp()
  await expectToast('Account created successfully')
  expect(address()).toBe(`/verify-email${next}`)
  expect(readReturn(caregiver.email)).toBe('/caregiver/2/book?date=2026-06-02')
  expect(readReturn('somebody@example.test')).toBe('/')
})

it('shows the first server message of a field there and as a toast, and keeps what was typed', async () => {
  const { signUp, address, store } = openSignup()
  answer('post /api/auth/signup/', { email: ['Try another address', 'And another'], code: 'invalid' }, 400)
  await signUp()
  await expectToast('Try another address')
  await expectFieldError('Email', 'Try another address')
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
  for (const [label, text] of Object.entries(typed)) expect(screen.getByLabelText(label)).toHaveValue(text)
  expect(screen.queryByText('And another')).not.toBeInTheDocument()
  expect(address()).toBe('/signup')
  expect(store.getState().session.user).toBeNull()
})

it('says that the sign-up failed when the server gives no reason', async () => {
  const { signUp } = openSignup()
  answer('post /api/auth/signup/', {}, 500)
  await signUp()
  await expectToast('Signup failed')
})

it('takes the same password twice however its letters are composed', async () => {
  const { signUp } = openSignup()
  answer('post /api/auth/signup/', { user: caregiver, message: 'Welcome', verification_handle: 'ours' }, 201)
  const password = 'crème brûlée 42'
  await signUp({ Password: password.normalize('NFD'), 'Confirm Password': password.normalize('NFC') })
  await waitFor(() => expect(sentWrites()).toEqual(['POST /api/auth/signup/']))
  expect(lastBody()).toMatchObject({ password })
})

it('sends the chosen role, keeps the user without a token, and continues with the verification', async () => {
  const { signUp, user, store, address } = openSignup()
  answer('post /api/auth/signup/', { user: caregiver, message: 'Welcome', verification_handle: 'ours' }, 201)
  await user.click(screen.getByRole('radio', { name: /^Caretaker/ }))
  await signUp()
  await expectToast('Account created successfully')
  await waitFor(() => expect(address()).toBe('/verify-email'))
  expect(sentWrites()).toEqual(['POST /api/auth/signup/'])
  expect(lastBody()).toEqual({
    full_name: typed.Name,
    email: typed.Email,
    password: typed.Password,
    role: 'caretaker',
    timezone: 'America/New_York',
    terms_version: TERMS_VERSION,
    privacy_version: PRIVACY_VERSION,
  })
  expect(store.getState().session).toEqual({ user: caregiver, token: null, refreshToken: null })
  expect(readVerificationHandle()).toBe('ours')
})

it('keeps the name, the email and the role over a reload, and never a password', async () => {
  const { signUp, user, unmount } = openSignup()
  await user.click(screen.getByRole('radio', { name: /^Caretaker/ }))
  await signUp({ 'Confirm Password': 'something else' })
  await expectFieldError('Confirm Password', 'Confirm Password must match Password')
  unmount()
  openSignup()
  expect(screen.getByRole('radio', { name: /^Caretaker/ })).toBeChecked()
  expect(screen.getByLabelText('Name')).toHaveValue(typed.Name)
  expect(screen.getByLabelText('Email')).toHaveValue(typed.Email)
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(screen.getByLabelText('Confirm Password')).toHaveValue('')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(typed.Password)
})

it('begins with what was typed when the address was wrong, and with nothing otherwise', () => {
  const session = { user: family, token: null, refreshToken: null }
  const { unmount } = renderPage(<SignupPage />, {
    route: '/signup',
    state: toSignupState(family.email),
    session,
  })
  expect(screen.getByLabelText('Name')).toHaveValue(family.full_name)
  expect(screen.getByLabelText('Email')).toHaveValue(family.email)
  expect(screen.getByRole('radio', { name: /^Caretaker/ })).toBeChecked()
  unmount()
  renderPage(<SignupPage />, { route: '/signup', session })
  expect(screen.getByLabelText('Email')).toHaveValue('')
})

it('answers that Google failed where it is not configured', async () => {
  const { press } = openSignup()
  await press('Continue with Google')
  await expectToast('Google authentication failed')
  expect(sentWrites()).toEqual([])
})

it('says which account Google creates, before and after an account type is chosen', async () => {
  const { user } = openSignup()
  expect(screen.getByRole('radio', { name: /^Caregiver/ })).toBeChecked()
  expect(screen.getByText(/creates a family account unless you choose an account type/)).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /^Caregiver/ }))
  expect(screen.getByText('Continuing with Google creates a caregiver account.')).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /^Caretaker/ }))
  expect(screen.getByText('Continuing with Google creates a family account.')).toBeInTheDocument()
})

it('creates a family account with Google unless an account type was chosen', async () => {
  answer('get /api/auth/settings/', { google_client_id: 'ours' })
  const { user } = openSignup()
  const pressGoogle = await loadGoogle()
  answer('post /api/auth/google/', {}, 400)
  const roleSentByGoogle = async (writes: number) => {
    pressGoogle('an ID token')
    await waitFor(() => expect(sentWrites()).toHaveLength(writes))
    await waitFor(() => expect(screen.getByText('Google’s button')).toBeInTheDocument())
    return lastBody()
  }
  expect(screen.getByRole('radio', { name: /^Caregiver/ })).toBeChecked()
  expect(await roleSentByGoogle(1)).toMatchObject({ credential: 'an ID token', role: 'caretaker' })
  await expectToast('Google authentication failed')
  await user.click(screen.getByRole('radio', { name: /^Caregiver/ }))
  expect(await roleSentByGoogle(2)).toMatchObject({ role: 'caregiver' })
})
