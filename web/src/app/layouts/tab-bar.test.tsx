import type { HomeResponse } from '@tendwell/contract/bookings/home'
import type { User } from '@tendwell/contract/sign-in/accounts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../../test/app.tsx'
import { homeOf, openRequests } from '../../../test/data.ts'
import { admin, caregiver, family, sessionOf } from '../../../test/people.ts'
import { showOnPhone } from '../../../test/phone.ts'
import { answer, listOf } from '../../../test/server.ts'

const tabs = () => screen.queryByRole('navigation', { name: 'Main' })
const names = () =>
  [...(tabs()?.querySelectorAll<HTMLElement>(':scope > ul > li > a, button[aria-controls]') ?? [])].map(
    (tab) => tab.getAttribute('aria-label') ?? tab.textContent,
  )

afterEach(() => void vi.restoreAllMocks())

it.each([
  ['family', family, ['Find', 'Bookings', 'Messages', 'Account']],
  ['caregiver', caregiver, ['Requests', 'Bookings', 'Calendar', 'Wallet', 'Messages', 'Account']],
] as const)('has the tabs of a %s', async (_, user, labels) => {
  showOnPhone()
  renderApp('/help', sessionOf(user))
  await waitFor(() => expect(names()).toEqual(labels))
})

it('counts what waits', async () => {
  showOnPhone()
  renderApp('/help', sessionOf(caregiver))
  answer('get /api/home/', homeOf({ open_requests: openRequests(2) }))
  answer('get /api/chat/conversations/', { ...listOf([]), unread_total: 3, booking: null })
  await waitFor(() =>
    expect(names()).toEqual([
      'Requests, 2 to answer',
      'Bookings',
      'Calendar',
      'Wallet',
      'Messages, 3 unread',
      'Account',
    ]),
  )
})

const move = { request_id: 12, person_name: 'Nora Lind', expires_at: '2026-06-02T14:00:00Z', count: 2 }

it.each([
  [family, { open_requests: openRequests(1) }, 'Bookings, 1 to pay'],
  [family, { move_to_answer: move }, 'Bookings, 2 to answer'],
  [family, { open_requests: openRequests(1), move_to_answer: move }, 'Bookings, 3 to pay or answer'],
  [caregiver, { move_to_answer: move }, 'Bookings, 2 to answer'],
] satisfies [User, Partial<HomeResponse>, string][])(
  'counts what waits among bookings: %#',
  async (user, home, name) => {
    showOnPhone()
    renderApp('/help', sessionOf(user))
    answer('get /api/home/', homeOf(home))
    await waitFor(() => expect(names()).toContain(name))
  },
)

it('opens the one menu, with the links of the person and of the site', async () => {
  showOnPhone()
  const { user, address } = renderApp('/help', sessionOf(family))
  const account = await screen.findByRole('button', { name: 'Account' })
  await screen.findByRole('heading', { level: 1 })
  await user.click(account)
  expect(account).toHaveAttribute('aria-expanded', 'true')
  const menu = within(tabs() as HTMLElement)
  for (const name of ['Payment History', 'Create Dispute', 'Blog', 'Categories', 'Find a Caregiver']) {
    expect(menu.getByRole('link', { name })).toBeVisible()
  }
  expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
  await user.keyboard('{Escape}')
  expect(account).toHaveAttribute('aria-expanded', 'false')
  await waitFor(() => expect(account).toHaveFocus())
  await user.click(account)
  await user.click(menu.getByRole('link', { name: 'Home' }))
  await waitFor(() => expect(address()).toBe('/'))
  await waitFor(() => expect(account).toHaveAttribute('aria-expanded', 'false'))
})

it('marks the tab of the open screen', async () => {
  showOnPhone()
  answer('get /api/auth/caregivers/', { ...listOf([]), count_is_exact: true })
  renderApp('/caregivers', sessionOf(family))
  expect(await screen.findByRole('link', { name: 'Find', current: 'page' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Bookings' })).not.toHaveAttribute('aria-current')
})

it.each([
  ['a visitor', '/help', undefined],
  ['an admin', '/help', sessionOf(admin)],
  ['an open conversation', '/chat?caregiverId=2', sessionOf(family)],
  ['a checkout', '/checkout/12', sessionOf(family)],
])('is not there for %s', async (_, path, session) => {
  showOnPhone()
  answer('get /api/auth/settings/', { google_client_id: null })
  answer('get /api/requests/12/', {}, 404)
  answer('get /api/auth/caregivers/2/', {}, 404)
  renderApp(path, session)
  await screen.findAllByRole('heading')
  expect(tabs()).not.toBeInTheDocument()
})

it('is not there on a wide screen', async () => {
  renderApp('/help', sessionOf(family))
  await screen.findByRole('heading', { level: 1 })
  expect(tabs()).not.toBeInTheDocument()
})
