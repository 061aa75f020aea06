import type { Role } from '@tendwell/contract/sign-in/accounts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderApp } from '../../test/app.tsx'
import { homeOf, ownCaregiverProfile, publicCaregiver } from '../../test/data.ts'
import { expectToast } from '../../test/expect.ts'
import { calendarFeed, notificationSettings } from '../../test/lists.ts'
import { closing } from '../../test/own-data.ts'
import { admin, caregiver, family, sessionOf } from '../../test/people.ts'
import { answer, answerLater, listOf, sentWrites } from '../../test/server.ts'
import { twoStepOff } from '../../test/two-step.ts'
import { loggedOut, loggedOutSession, resumeEnded, sessionReplaced } from '../lib/session/session.ts'

const people = { caregiver, caretaker: family, admin }

beforeEach(() => answer('get /api/auth/settings/', { google_client_id: null }))

function answerAccount(): void {
  answer('get /api/auth/two-step/', twoStepOff)
  answer('get /api/blocks/', listOf([]))
  answer('get /api/account/staff-access', listOf([]))
  answer('get /api/auth/sessions/', listOf([]))
  answer('get /api/auth/identities/', listOf([]))
  answer('get /api/auth/email/', { email: family.email, pending: null })
  answer('get /api/notifications/settings/', { settings: notificationSettings })
  answer('get /api/calendars/feed', calendarFeed)
}

const linksIn = (navigation: HTMLElement) =>
  within(navigation)
    .getAllByRole('link', { hidden: true })
    .map(({ textContent }) => textContent)
/** The links of the user menu: what they are called and where they lead. */
const pathsIn = (menu: HTMLElement) =>
  Object.fromEntries(
    within(menu)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  )
const helpIsOpen = () => screen.findByRole('heading', { level: 1, name: 'Frequently asked questions' })
const footer = () => screen.getByRole('contentinfo')
const banner = () => within(screen.getAllByRole('banner')[0] as HTMLElement)
const isHome = () => screen.findByRole('heading', { level: 1, name: 'Where Luxury Meets Care' })

describe('the layout', () => {
  it('has a visitor’s links', async () => {
    const { user, address } = renderApp('/help')
    await helpIsOpen()
    const foot = within(footer())
    expect(linksIn(foot.getByRole('navigation', { name: 'Footer' }))).toEqual([
      'Home',
      'Find a Caregiver',
      'FAQs',
      'Features',
      'Find Job',
    ])
    expect(foot.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup')
    expect(foot.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    expect(linksIn(screen.getByRole('navigation', { name: 'Site' }))).toEqual(['Home', 'Blog', 'Categories'])
    expect(banner().getAllByRole('link', { name: 'Find a Caregiver' })[0]).toHaveAttribute(
      'href',
      '/caregivers',
    )
    await user.click(banner().getAllByRole('link', { name: 'Log in' })[0] as HTMLElement)
    await waitFor(() => expect(address()).toBe('/login'))
    await user.click(foot.getByRole('link', { name: 'FAQs' }))
    await waitFor(() => expect(address()).toBe('/help'))
  })

  const everyone = ['Home', 'Find a Caregiver', 'FAQs', 'Features']
  const members: Record<Role, { action: string; footer: string[]; menu: Record<string, string> }> = {
    caregiver: {
      action: 'Set Availability',
      footer: ['Home', 'My Profile', 'Availability Settings', 'FAQs'],
      menu: {
        Profile: '/caregiver/profile',
        Wallet: '/caregiver/wallet',
        Availability: '/caregiver/availability',
        Requests: '/requests/incoming',
        Bookings: '/caregiver/bookings',
        Disputes: '/caregiver/disputes',
        Account: '/account',
      },
    },
    caretaker: {
      action: 'Find a Caregiver',
      footer: everyone,
      menu: {
        Profile: '/caretaker/profile',
        Favorites: '/favorites',
        Requests: '/requests',
        Bookings: '/bookings',
        Reviews: '/my-reviews',
        'Payment History': '/payments/history',
        Disputes: '/caretaker/disputes',
        'Create Dispute': '/caretaker/disputes/add',
        Account: '/account',
      },
    },
    admin: {
      action: 'Find a Caregiver',
      footer: everyone,
      menu: {
        Dashboard: '/admin',
        Analytics: '/admin/analytics',
        Disputes: '/admin/disputes',
        Account: '/account',
      },
    },
  }

  it.each(['caregiver', 'caretaker', 'admin'] as const)('has a %s’s links', async (role) => {
    const member = members[role]
    const { user, address } = renderApp('/help', sessionOf(people[role]))
    await helpIsOpen()
    const foot = within(footer())
    expect(linksIn(foot.getByRole('navigation', { name: 'Footer' }))).toEqual(member.footer)
    expect(foot.queryByRole('link', { name: 'Sign up' })).not.toBeInTheDocument()
    expect(banner().queryByRole('link', { name: 'Log in' })).not.toBeInTheDocument()
    expect(banner().getAllByRole('link', { name: member.action })[0]).toBeInTheDocument()
    expect(await banner().findByRole('button', { name: /^Notifications/ })).toBeInTheDocument()
    if (role !== 'admin') await banner().findByRole('link', { name: 'Messages' })

    await user.click(banner().getByRole('button', { name: `Account: ${people[role].full_name}` }))
    const [menu, site] = banner().getAllByRole('list').slice(-2) as [HTMLElement, HTMLElement]
    // A caregiver's main action is in the menu of their role.
    const action = role === 'caregiver' ? [] : [member.action]
    expect(linksIn(site)).toEqual(['Home', 'Blog', 'Categories', ...action])
    expect(screen.queryByRole('button', { name: 'Menu' }), 'one menu').not.toBeInTheDocument()
    expect(Object.entries(pathsIn(menu))).toEqual(Object.entries(member.menu))
    expect(banner().getByRole('button', { name: 'Logout' })).toBeVisible()
    answerAccount()
    await user.click(within(menu).getByRole('link', { name: 'Account' }))
    await waitFor(() => expect(address()).toBe('/account'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeInTheDocument()
  })

  it('has a menu for visitors on phones', async () => {
    const { user } = renderApp('/help')
    await helpIsOpen()
    const button = screen.getByRole('button', { name: 'Menu' })
    const menu = () => screen.queryByRole('navigation', { name: 'Menu' })
    expect(menu()).not.toBeInTheDocument()
    await user.click(button)
    expect(linksIn(menu() as HTMLElement)).toEqual([
      'Home',
      'Blog',
      'Categories',
      'Log in',
      'Sign up',
      'Become a Caregiver',
      'Find a Caregiver',
    ])
    await user.keyboard('{Escape}')
    expect(menu()).not.toBeInTheDocument()
    await waitFor(() => expect(button).toHaveFocus())
    await user.click(button)
    await user.click(footer())
    expect(menu(), 'a click outside closes it').not.toBeInTheDocument()
  })
})

describe('a guarded page', () => {
  it.each([
    '/bookings?page=2',
    '/account#notifications',
    '/chat',
    '/caregiver/2/book',
    '/caregiver/wallet',
    '/admin',
  ])('sends a visitor to the login and back: %s', async (path) => {
    answer('get /api/auth/caregivers/2/', publicCaregiver)
    const { address } = renderApp(path)
    await waitFor(() => expect(address()).toBe(`/login?next=${encodeURIComponent(path)}`))
    expect(await screen.findByRole('heading', { level: 1, name: 'Log In' })).toBeInTheDocument()
  })

  it('waits while the session may come back, then opens or asks to log in', async () => {
    const back = renderApp('/account', loggedOutSession, true)
    await screen.findByText('Loading…')
    expect(back.address()).toBe('/account')
    answerAccount()
    answer('get /api/notifications/', listOf([]))
    answer('get /api/chat/conversations/', { ...listOf([]), unread_total: 0, booking: null })
    act(() => {
      back.store.dispatch(sessionReplaced(sessionOf(family)))
      back.store.dispatch(resumeEnded())
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeInTheDocument()
    cleanup()

    const ended = renderApp('/account', loggedOutSession, true)
    await screen.findByText('Loading…')
    act(() => void ended.store.dispatch(resumeEnded()))
    await waitFor(() => expect(ended.address()).toBe('/login?next=%2Faccount'))
  })

  it('opens after the login, which leaves no history entry', async () => {
    const { address, user, goBack } = renderApp('/bookings?page=2')
    await user.type(await screen.findByLabelText('Email'), 'fay@example.test')
    await user.type(screen.getByLabelText('Password'), 'long enough')
    answer('post /api/auth/login/', { user: family, access: 'access', refresh: 'refresh' })
    // Enough for a second page: a list without one goes back to its first.
    answer('get /api/home/', homeOf({}))
    answer('get /api/requests/bookings/caretaker/', listOf([], 100))
    answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
    answer('get /api/notifications/', listOf([]))
    answer('get /api/chat/conversations/', { ...listOf([]), unread_total: 0, booking: null })
    await user.click(screen.getByRole('button', { name: 'Log In' }))
    await waitFor(() => expect(address()).toBe('/bookings?page=2'))
    await goBack()
    expect(address()).not.toContain('login')
  })

  it.each([
    { role: 'caretaker', path: '/admin' },
    { role: 'caretaker', path: '/caregiver/wallet' },
    { role: 'caretaker', path: '/requests/incoming' },
    { role: 'caregiver', path: '/requests' },
    { role: 'caregiver', path: '/admin/analytics' },
    { role: 'admin', path: '/chat' },
  ] as const)('sends others home: $path as a $role', async ({ role, path }) => {
    const { address } = renderApp(path, sessionOf(people[role]))
    await waitFor(() => expect(address()).toBe('/'))
    const title = role === 'admin' ? 'Where Luxury Meets Care' : /^Hello, /
    answer('get /api/home/', homeOf({}))
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
  })
})

it('shows the home page at an unknown address', async () => {
  renderApp('/no/such/place?at=all')
  expect(await isHome()).toBeInTheDocument()
})

it('logs out, clears the session and goes home', async () => {
  const { user, address, store } = renderApp('/help', sessionOf(family))
  await helpIsOpen()
  await user.click(banner().getByRole('button', { name: /^Account/ }))
  answer('post /api/auth/logout/', {})
  await user.click(await banner().findByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(banner().getAllByRole('link', { name: 'Log in' })[0]).toBeInTheDocument())
  expect(address()).toBe('/')
  expect(store.getState().session).toEqual({ user: null, token: null, refreshToken: null })
})

it('asks before a logout that would lose changes, and stays logged in until then', async () => {
  answer('get /api/auth/caregiver/profile/', ownCaregiverProfile)
  answer('get /api/auth/caregiver/documents/openings/', listOf([]))
  const { user, address, store } = renderApp('/caregiver/profile', sessionOf(caregiver))
  await user.click(await screen.findByLabelText('Description'))
  await user.paste('At night too.')
  await user.click(await screen.findByRole('button', { name: /^Account/ }))
  await user.click(await screen.findByRole('button', { name: 'Logout' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(address()).toBe('/caregiver/profile')
  expect(store.getState().session.user).toEqual(caregiver)
  expect(sentWrites()).toEqual([])
})

it('logs out after closing the account, and stays on the page that says so', async () => {
  answer('get /api/account/closing', closing)
  const { user, address, store } = renderApp('/account/close', sessionOf(family))
  await user.type(await screen.findByLabelText('Type your email to confirm'), family.email)
  answer('post /api/account/close', { message: 'Your account is closed', erased_at: closing.erased_at })
  answer('post /api/auth/logout/', {})
  await user.click(screen.getByRole('button', { name: 'Close my account' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Your account is closed' })).toBeInTheDocument()
  await waitFor(() => expect(store.getState().session.user).toBeNull())
  expect(screen.getByText(/^We emailed a link to/)).toHaveTextContent(family.email)
  expect(address()).toBe('/account/closed')
})

it('says that the account is closed although its session ended before the answer came', async () => {
  answer('get /api/account/closing', closing)
  const { user, address, store } = renderApp('/account/close', sessionOf(family))
  await user.type(await screen.findByLabelText('Type your email to confirm'), family.email)
  const release = answerLater('post /api/account/close', {
    message: 'Your account is closed',
    erased_at: closing.erased_at,
  })
  await user.click(screen.getByRole('button', { name: 'Close my account' }))
  // The socket's end, or another call's 401.
  act(() => void store.dispatch(loggedOut()))
  release()
  expect(await screen.findByText(/^We emailed a link to/)).toHaveTextContent(family.email)
  expect(address()).toBe('/account/closed')
})

it('says once that the session has ended while something is sent, and leads to the login and back', async () => {
  const ended = { detail: 'Your session has ended. Please log in again', code: 'unauthorized' }
  answerAccount()
  answer('post /api/auth/token/refresh/', ended, 401)
  answer('patch /api/notifications/settings/', { detail: 'Please log in', code: 'unauthorized' }, 401)
  const { address, user } = renderApp('/account?page=1#notifications', sessionOf(family))
  await user.click(await screen.findByRole('switch', { name: 'Messages: Email' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Log In' })).toBeInTheDocument()
  expect(address()).toBe('/login?next=%2Faccount%3Fpage%3D1%23notifications')
  const messages = within(screen.getByRole('region', { name: 'Messages' }))
  expect(messages.getByText(ended.detail)).toBeInTheDocument()
  expect(messages.queryByText(/^Failed/)).not.toBeInTheDocument()
})

it('leads from a public page to the login when the session ends while something is sent there', async () => {
  answer('post /api/auth/token/refresh/', { detail: 'Your session has ended' }, 401)
  answer('post /api/contact/', { detail: 'Please log in' }, 401)
  const { address, user } = renderApp('/contact', sessionOf(family))
  await user.type(await screen.findByLabelText('Subject'), 'Receipt')
  await user.type(screen.getByLabelText('Message'), 'Where is my receipt?')
  await user.click(screen.getByRole('button', { name: 'Send Message' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Log In' })).toBeInTheDocument()
  expect(address()).toBe('/login?next=%2Fcontact')
  await expectToast('Your session has ended. Please log in again')
})

it('stays on its way to a public page when the session ends while that page loads', async () => {
  answer('get /api/account/closing', closing)
  const { address, navigate, store } = renderApp('/account/close', sessionOf(family))
  await screen.findByLabelText('Type your email to confirm')
  act(() => {
    void navigate('/account/closed')
    void store.dispatch(loggedOut())
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Your account is closed' })).toBeInTheDocument()
  expect(address()).toBe('/account/closed')
})
