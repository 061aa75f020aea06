import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { listedCaregiver } from '../../../../test/caregivers.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { showOnPhone } from '../../../../test/phone.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, answerLater, listOf, server } from '../../../../test/server.ts'
import { readSearchedPlace } from '../../../shared/people/searched-place.ts'
import { CaregiversPage } from './caregivers-page.tsx'

const listed = [
  listedCaregiver(1),
  listedCaregiver(2, { skills: ['CPR', 'First Aid'] }),
  listedCaregiver(3, { country: 'Canada', city: 'Ottawa', skills: ['CPR', 'First Aid'] }),
]

const newYork = { id: 5128581, name: 'New York', region: 'New York', country: 'United States' }

/**
 * Opens the search against a server that filters by country, city and skills.
 * @returns the queries it gets
 */
async function openSearch(route = '/caregivers', options: { loadOthers?: () => Promise<void> } = {}) {
  const queries: URLSearchParams[] = []
  server.use(
    http.get('/api/places/', ({ request }) => {
      const isFound = new URL(request.url).searchParams.get('q') === 'new y'
      return HttpResponse.json({ results: isFound ? [newYork] : [] })
    }),
    http.get('/api/auth/caregivers/', ({ request }) => {
      const query = new URL(request.url).searchParams
      queries.push(query)
      const skills = query.get('skills')?.toLowerCase().split(',') ?? []
      const found = listed.filter(
        (one) =>
          one.country.includes(query.get('country') ?? '') &&
          one.city.includes(query.get('city') ?? '') &&
          one.hourly_rate_usd >= Number(query.get('min_rate') ?? 0) &&
          skills.every((skill) => one.skills.some((own) => own.toLowerCase() === skill)),
      )
      return HttpResponse.json({ ...listOf(found), count_is_exact: true })
    }),
  )
  const page = renderPage(<CaregiversPage />, { route, ...options })
  await waitFor(() => expect(status()).toBeInTheDocument())
  return { ...page, queries, expectAddress: (path: string) => expectAddress(page.address, path) }
}

const status = () => screen.getAllByRole('status').find((one) => /^\d+ caregiver/.test(one.textContent ?? ''))
const filters = () => within(screen.getByRole('complementary', { name: 'Filters' }))
const chips = () => screen.queryAllByRole('button', { name: /^Remove the filter/ })
const names = () =>
  within(screen.getByRole('region', { name: 'Caregivers' }))
    .queryAllByRole('heading', { level: 2 })
    .map((heading) => within(heading).getByRole('link').textContent)

function expectAddress(address: () => string, path: string) {
  return waitFor(() => expect(address()).toBe(path))
}

it('keeps the filters in the URL, also over a reload, and removes them one by one', async () => {
  const { user, address, unmount } = await openSearch('/caregivers?skills=First%20Aid,CPR')
  expect(chips()).toHaveLength(2)
  expect(names()).toEqual(['Caregiver 2', 'Caregiver 3'])
  await user.click(await filters().findByRole('button', { name: /Country/ }))
  await user.click(screen.getByRole('option', { name: 'France' }))
  await waitFor(() => expect(names()).toEqual(['Caregiver 2']))
  expect(status()).toHaveTextContent(/^1 caregiver$/)
  expect(address()).toContain('country=France')
  unmount()

  const reloaded = await openSearch(address())
  expect(chips()).toHaveLength(3)
  await reloaded.press('Remove the filter CPR')
  await waitFor(() => expect(reloaded.address()).not.toContain('CPR'))
  await reloaded.press('Clear all')
  await reloaded.expectAddress('/caregivers')
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(chips()).toHaveLength(0)
})

it('finds who is free on a day, and during certain hours of it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T12:00:00Z') })
  const { user, queries, expectAddress, press } = await openSearch()
  const day = await filters().findByLabelText('Available on')
  await user.type(day, '2026-03-05')
  await expectAddress('/caregivers?available_on=2026-03-05')
  await user.click(await filters().findByText('At specific times'))
  await expectAddress('/caregivers?available_on=2026-03-05&start=09%3A00&end=12%3A00')
  await waitFor(() => expect(queries.at(-1)?.get('start')).toBe('09:00'))
  expect(Object.fromEntries(queries.at(-1) ?? [])).toMatchObject({
    available_on: '2026-03-05',
    start: '09:00',
    end: '12:00',
    timezone: 'America/New_York',
  })
  await press(/^Remove the filter Available on/)
  await expectAddress('/caregivers')
  expect(day).toHaveValue('')
})

// Some tests of the results are on a phone: elsewhere the filters beside them take most of the time to
// render.

/** An answer without matches: what finds someone if it is left out, and the nearest matches. */
const nothing = (searches: object[], results: object[] = []) => ({
  ...listOf([]),
  ...{ count_is_exact: true, near: null, corrected_q: null, nearest: { searches, results } },
})
const withoutOne = (filter: string, value = '', q = '') => ({
  ...{ without: [{ filter, value }], q, count: 2, count_is_exact: true },
})

it('says which filter or word stands in the way, and shows the nearest matches', async () => {
  showOnPhone()
  const route = '/caregivers?q=night+nanny+lyon&min_rate=90&skills=CPR,First+Aid'
  const searches = [
    withoutOne('rates', '', 'night nanny lyon'),
    withoutOne('q', 'lyon', 'night nanny'),
    withoutOne('skills', 'CPR', 'night nanny lyon'),
  ]
  const far = listedCaregiver(2, { distance_km: 320 })
  answer('get /api/auth/caregivers/', nothing(searches, [...listed.slice(0, 1), far]))
  const { press, address } = renderPage(<CaregiversPage />, { route })
  expect(await screen.findByText('No caregivers found')).toBeInTheDocument()
  const buttons = screen
    .getAllByRole('button', { name: /: 2 caregivers$/ })
    .map((button) => button.textContent)
  expect(buttons).toEqual([
    'At any rate: 2 caregivers',
    'Without “lyon”: 2 caregivers',
    'Without CPR: 2 caregivers',
  ])
  const nearest = within(screen.getByRole('region', { name: 'Nearest matches' }))
  expect(nearest.getByText('At any rate.')).toBeInTheDocument()
  expect(nearest.getByRole('link', { name: 'Caregiver 2' })).toBeInTheDocument()
  expect(nearest.getByText('Paris · 320 km away')).toBeInTheDocument()
  answer('get /api/auth/caregivers/', { ...listOf(listed), count_is_exact: true })
  await press('Without “lyon”: 2 caregivers')
  await expectAddress(address, '/caregivers?q=night+nanny&skills=CPR%2CFirst+Aid&min_rate=90')
  // It counts once the new results are here.
  await waitFor(() => expect(status()).toHaveFocus())
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(screen.queryByText('Nearest matches')).not.toBeInTheDocument()
})

it('says what is missing near the place of the search, and measures as its country does', async () => {
  showOnPhone()
  const searches = [withoutOne('q', 'brooklyn', 'night nanny')]
  const named = { ...newYork, name: 'Brooklyn' }
  answer('get /api/auth/caregivers/', { ...nothing(searches, []), named })
  const { unmount } = renderPage(<CaregiversPage />, { route: '/caregivers?q=night+nanny+brooklyn' })
  expect(await screen.findByText('No match for “night nanny brooklyn” yet')).toBeInTheDocument()
  expect(screen.getByText('Tell me when somebody is free')).toBeInTheDocument()
  expect(screen.queryByText('Nearest matches')).not.toBeInTheDocument()
  unmount()
  const near = listedCaregiver(2, { distance_km: 80, country: 'France' })
  answer('get /api/auth/caregivers/', { ...nothing(searches, [near]), named })
  renderPage(<CaregiversPage />, { route: '/caregivers?q=night+nanny+brooklyn' })
  expect(await screen.findByText('Paris · 50 miles away')).toBeInTheDocument()
  expect(screen.getByText('No caregivers found')).toBeInTheDocument()
})

it('leaves several filters out if each alone finds no one, and shows no matches of another kind', async () => {
  showOnPhone()
  const route = '/caregivers?country=France&min_rate=999&languages=Urdu'
  const without = ['rates', 'languages'].map((filter) => ({ filter, value: '' }))
  answer('get /api/auth/caregivers/', nothing([{ ...withoutOne('q'), without }]))
  const { press, address } = renderPage(<CaregiversPage />, { route })
  await press('At any rate and in any language: 2 caregivers')
  expect(screen.queryByRole('heading', { name: 'Nearest matches' })).not.toBeInTheDocument()
  await expectAddress(address, '/caregivers?country=France')
})

it('suggests to remove a filter when nothing alone stands in the way', async () => {
  showOnPhone()
  await openSearch('/caregivers?country=Germany')
  expect(await screen.findByText('Try removing a filter to see more caregivers.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /: \d+ caregivers$/ })).not.toBeInTheDocument()
})

it('says how a misspelled text was understood', async () => {
  showOnPhone()
  answer('get /api/auth/caregivers/', { ...listOf(listed), count_is_exact: true, corrected_q: 'nanny paris' })
  renderPage(<CaregiversPage />, { route: '/caregivers?q=nany+pariss' })
  expect(await screen.findByText('3 caregivers for “nanny paris”')).toBe(status())
  expect(screen.getByRole('searchbox')).toHaveValue('nany pariss')
})

it('says what a role in another language was understood as', async () => {
  showOnPhone()
  answer('get /api/auth/caregivers/', { ...listOf(listed), count_is_exact: true, roles: ['nannies'] })
  renderPage(<CaregiversPage />, { route: '/caregivers?q=niñera' })
  expect(await screen.findByText('Showing nannies: 3 caregivers')).toHaveRole('status')
})

it('seals the card of who had their ID checked, and no other', async () => {
  const paper_checks = { id_checked_on: null, certificate: { title: 'CPR', checked_on: '2026-11-02' } }
  answer('get /api/auth/caregivers/', {
    ...listOf([listedCaregiver(1), listedCaregiver(2, { paper_checks })]),
    count_is_exact: true,
  })
  renderPage(<CaregiversPage />, { route: '/caregivers' })
  expect(await screen.findByRole('heading', { name: 'Caregiver 1 Verified' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Caregiver 2' })).toBeInTheDocument()
})

it('says that no one is listed yet', async () => {
  showOnPhone()
  answer('get /api/auth/caregivers/', { ...listOf([]), count_is_exact: true })
  renderPage(<CaregiversPage />, { route: '/caregivers' })
  expect(await screen.findByText('No caregivers found')).toBeInTheDocument()
  expect(screen.getByText('No caregivers are listed yet. Please check back soon.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Clear all filters' })).not.toBeInTheDocument()
})

it('counts up to 1,000 caregivers and shows twelve per page', async () => {
  showOnPhone()
  answer('get /api/auth/caregivers/', { ...listOf(listed, 1_000), count_is_exact: false })
  renderPage(<CaregiversPage />, { route: '/caregivers' })
  expect(await screen.findByText('1,000+ caregivers')).toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Caregivers: pages' })).toHaveTextContent('Page 1 of 84')
})

it('opens the last page for an address beyond it', async () => {
  showOnPhone()
  server.use(
    http.get('/api/auth/caregivers/', ({ request }) => {
      const page = new URL(request.url).searchParams.get('page')
      return HttpResponse.json({ ...listOf(page === '2' ? listed : [], 15), count_is_exact: true })
    }),
  )
  const { address } = renderPage(<CaregiversPage />, { route: '/caregivers?country=France&page=9' })
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(address()).toBe('/caregivers?country=France&page=2')
  expect(screen.getByRole('navigation', { name: 'Caregivers: pages' })).toHaveTextContent('Page 2 of 2')
})

it('tells a visitor who searches too often when to try again', async () => {
  showOnPhone()
  const detail = 'Too many searches. Log in, or try again in a minute'
  answer('get /api/auth/caregivers/', { detail, code: 'too_many_requests' }, 429)
  renderPage(<CaregiversPage />, { route: '/caregivers?q=nanny' })
  expect(await screen.findByText(detail)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
  expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fcaregivers%3Fq%3Dnanny',
  )
})

it('offers to retry when the caregivers fail to load', async () => {
  showOnPhone()
  answer('get /api/auth/caregivers/', {}, 500)
  const { press } = renderPage(<CaregiversPage />, { route: '/caregivers' })
  expect(await screen.findByText('Failed to load caregivers')).toBeInTheDocument()
  expect(screen.queryByText('No caregivers found')).not.toBeInTheDocument()
  answer('get /api/auth/caregivers/', { ...listOf(listed), count_is_exact: true })
  await press('Retry')
  await waitFor(() => expect(names()).toHaveLength(3))
})

it('suggests no places that are not as agreed', async () => {
  const { user, store } = await openSearch()
  answer('get /api/places/', { results: [{ ...newYork, country: 7 }] })
  await user.click(await filters().findByLabelText('City'))
  await user.paste('new y')
  await waitFor(() =>
    expect(Object.values(store.getState().api.queries)).toContainEqual(
      expect.objectContaining({ endpointName: 'suggestPlaces', originalArgs: 'new y', status: 'rejected' }),
    ),
  )
  expect(screen.queryByRole('option', { name: /New York/ })).not.toBeInTheDocument()
})

it.each([
  [
    'a caregiver without a price',
    { ...listOf([{ ...listed[0], hourly_rate_usd: null }]), count_is_exact: true },
  ],
  ['a count that is no yes or no', { ...listOf(listed), count_is_exact: 'yes' }],
])('shows no answer that is not as agreed: %s', async (_, page) => {
  answer('get /api/auth/caregivers/', page)
  renderPage(<CaregiversPage />, { route: '/caregivers' })
  expect(await screen.findByText('Failed to load caregivers')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: listed[1]?.full_name })).not.toBeInTheDocument()
})

it('opens the caregiver who is pressed right after typing, even if their page loads slowly', async () => {
  showOnPhone()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  const { user, fill, address, expectAddress } = await openSearch('/caregivers', { loadOthers: () => loaded })
  await fill(/^Search caregivers/, 'Care')
  await user.click(screen.getByRole('link', { name: 'Caregiver 2' }))
  act(() => void vi.advanceTimersByTime(1_000))
  expect(address()).toBe('/caregivers')
  load()
  await expectAddress('/caregivers/2')
})

it('undoes typed filters one field at a time with Back', async () => {
  const { user, expectAddress, goBack } = await openSearch('/caregivers?skills=CPR')
  const city = await filters().findByLabelText('City')
  await user.type(city, 'P')
  await expectAddress('/caregivers?city=P&skills=CPR')
  await user.type(city, 'a')
  await expectAddress('/caregivers?city=Pa&skills=CPR')
  await user.type(screen.getByRole('searchbox'), 'x')
  await expectAddress('/caregivers?q=x&city=Pa&skills=CPR')
  await goBack()
  await expectAddress('/caregivers?city=Pa&skills=CPR')
  await goBack()
  await expectAddress('/caregivers?skills=CPR')
  await waitFor(() => expect(city).toHaveValue(''))
})

it.each(['Remove the filter France', 'Clear all'])(
  'moves the focus to the result when “%s” disappears',
  async (name) => {
    showOnPhone()
    const isLast = name === 'Remove the filter France'
    const { user, expectAddress } = await openSearch(
      `/caregivers?country=France${isLast ? '' : '&skills=CPR'}`,
    )
    screen.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
    await expectAddress('/caregivers')
    await waitFor(() => expect(status()).toHaveFocus())
  },
)

it('searches around a city that is chosen from the suggestions', async () => {
  const { user, queries, expectAddress } = await openSearch('/caregivers?country=France')
  answer('get /api/auth/caregivers/', {
    ...listOf([listedCaregiver(9, { distance_km: 6.4, country: 'United States', city: 'Brooklyn' })]),
    count_is_exact: true,
    near: newYork,
  })
  await user.click(await filters().findByLabelText('City'))
  await user.paste('new y')
  await user.click(await screen.findByRole('option', { name: /New York/ }))
  await expectAddress('/caregivers?near=5128581&within_km=25')
  expect(await screen.findByText('Brooklyn · 4 miles away')).toBeInTheDocument()
  expect(readSearchedPlace()).toEqual(newYork)
  expect(screen.getByRole('button', { name: 'Remove the filter Within 15 miles of New York' })).toBeVisible()
  expect(filters().getByLabelText('City')).toHaveValue('New York')
  await user.click(filters().getByRole('button', { name: /Distance/ }))
  await user.click(screen.getByRole('option', { name: 'Within 6 miles of New York' }))
  await expectAddress('/caregivers?near=5128581&within_km=10')
  expect(queries.some((query) => query.get('near') === 'home')).toBe(false)
})

it('lists those near a family’s own city first, until they remove it', async () => {
  showOnPhone()
  const asked: (string | null)[] = []
  server.use(
    http.get('/api/auth/caregivers/', ({ request }) => {
      const near = new URL(request.url).searchParams.get('near')
      asked.push(near)
      return HttpResponse.json({ ...listOf(listed), count_is_exact: true, near: near && newYork })
    }),
  )
  const { user, address } = renderPage(<CaregiversPage />, {
    route: '/caregivers',
    session: sessionOf(family),
  })
  const chip = await screen.findByRole('button', { name: 'Remove the filter Near New York first' })
  // In a row of its own it would move the list.
  expect(status()?.parentElement).toContainElement(chip)
  await user.click(chip)
  await waitFor(() => expect(address()).toBe('/caregivers?near=anywhere'))
  await waitFor(() => expect(chips()).toHaveLength(0))
  expect(asked).toEqual(['home', null])
})

it('lists those near a visitor’s last place first, until they remove it or it is unknown', async () => {
  showOnPhone()
  const asked: (string | null)[] = []
  server.use(
    http.get('/api/auth/caregivers/', ({ request }) => {
      const near = new URL(request.url).searchParams.get('near')
      asked.push(near)
      if (near === '1') return HttpResponse.json({ near: ['Unknown place'] }, { status: 400 })
      return HttpResponse.json({ ...listOf(listed), count_is_exact: true, near: near && newYork })
    }),
  )
  localStorage.setItem('tendwell.place', '5128581 New York')
  const { user, address, unmount } = renderPage(<CaregiversPage />, { route: '/caregivers' })
  await user.click(await screen.findByRole('button', { name: 'Remove the filter Near New York first' }))
  await waitFor(() => expect(address()).toBe('/caregivers?near=anywhere'))
  await waitFor(() => expect(asked).toEqual(['5128581', null]))
  expect(localStorage.getItem('tendwell.place')).toBeNull()
  unmount()
  localStorage.setItem('tendwell.place', '1 Atlantis')
  renderPage(<CaregiversPage />, { route: '/caregivers' })
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(asked.slice(2)).toEqual(['1', null])
  expect(localStorage.getItem('tendwell.place')).toBeNull()
})

it('begins with a family’s best matches, says why, and offers the other orders', async () => {
  showOnPhone()
  const match_reasons = ['Newborn care for Otto', 'Speaks Urdu', 'Free on Tuesdays']
  const asked: (string | null)[] = []
  server.use(
    http.get('/api/auth/caregivers/', ({ request }) => {
      const ordering = new URL(request.url).searchParams.get('ordering')
      asked.push(ordering)
      const found = ordering === 'match' ? [listedCaregiver(4, { match_reasons })] : listed
      return HttpResponse.json({ ...listOf(found), count_is_exact: true })
    }),
  )
  const { choose, address } = renderPage(<CaregiversPage />, {
    route: '/caregivers',
    session: sessionOf(family),
  })
  expect(await screen.findByText('Newborn care for Otto, speaks Urdu, free on Tuesdays')).toBeInTheDocument()
  await choose('Sort by', 'Recommended')
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(address()).toBe('/caregivers?ordering=recommended')
  await choose('Sort by', 'Best match')
  await waitFor(() => expect(address()).toBe('/caregivers'))
  expect(asked.slice(0, 2)).toEqual(['match', 'recommended'])
})

it('has no best matches for a visitor', async () => {
  showOnPhone()
  const { user, queries } = await openSearch('/caregivers?ordering=match')
  expect(queries.map((query) => query.get('ordering'))).toEqual(['match'])
  await user.click(screen.getByRole('button', { name: /Sort by/ }))
  expect(screen.getByRole('option', { name: 'Recommended' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.queryByRole('option', { name: 'Best match' })).not.toBeInTheDocument()
})

it('shows the filters in a dialog on a narrow screen', async () => {
  showOnPhone()
  const { user, press, expectAddress } = await openSearch('/caregivers?country=France')
  expect(filters().queryByLabelText('City')).not.toBeInTheDocument()
  await press('Filters (1)')
  const dialog = within(await screen.findByRole('dialog', { name: 'Filters' }))
  dialog.getByRole('button', { name: 'Clear all' }).focus()
  await user.keyboard('{Enter}')
  await expectAddress('/caregivers')
  const show = await dialog.findByRole('button', { name: 'Show 3 caregivers' })
  await waitFor(() => expect(show).toHaveFocus())
  await user.click(dialog.getByLabelText('City'))
  await user.paste('Ottawa')
  await user.click(await dialog.findByRole('button', { name: 'Show 1 caregiver' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(names()).toEqual(['Caregiver 3'])
})

it('keeps the focus on Retry while it searches again', async () => {
  answer('get /api/auth/caregivers/', {}, 500)
  const { press } = renderPage(<CaregiversPage />, { route: '/caregivers' })
  await screen.findByText('Failed to load caregivers')
  const release = answerLater('get /api/auth/caregivers/', { ...listOf(listed), count_is_exact: true })
  await press('Retry')
  const retry = screen.getByRole('button', { name: 'Retry' })
  await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
  expect(retry).toHaveFocus()
  release()
  await waitFor(() => expect(retry).not.toBeInTheDocument())
})
