/** The booking screen, by mouse and by keyboard, in several time zones, and while another family books first. */
import { expect, type Page, test } from './fixtures.ts'
import { ask, type DemoPerson, enterAs } from './steps/session.ts'

const HOUR_MS = 3_600_000

interface Booked {
  id: number
  windows: { start_utc: string; end_utc: string }[]
}

/** Calls the API as a demo person. */
async function send<Answer>(page: Page, person: DemoPerson, method: string, path: string, data: object) {
  const { access } = await enterAs(page, person)
  const headers = { authorization: `Bearer ${access}` }
  const answer = await page.request.fetch(path, { method, data, headers })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return (await answer.json()) as Answer
}

/** The evening in New York before the night when London's clocks go back. */
function eveningBefore(): { date: string; startMs: number } {
  for (let year = new Date().getUTCFullYear(); ; year += 1) {
    const lastDay = new Date(Date.UTC(year, 9, 31))
    const changeMs = lastDay.getTime() - lastDay.getUTCDay() * 24 * HOUR_MS + HOUR_MS
    const startMs = changeMs - HOUR_MS
    if (startMs < Date.now() + 48 * HOUR_MS) continue
    return { date: new Date(startMs - 4 * HOUR_MS).toISOString().slice(0, 10), startMs }
  }
}

const wire = (startMs: number, hours = 1) => ({
  start_utc: new Date(startMs).toISOString(),
  end_utc: new Date(startMs + hours * HOUR_MS).toISOString(),
})

test('marks hours that were taken meanwhile, offers others, and sends exactly the hours shown', async ({
  openPage,
}) => {
  const [caregiverPage, page] = [await openPage(), await openPage({ timezoneId: 'Europe/London' })]
  const { user } = await enterAs(caregiverPage, 'caregiver')
  const { date, startMs } = eveningBefore()
  await send(caregiverPage, 'caregiver', 'POST', '/api/availability/overrides/', {
    caregiver: user.id,
    date_local: date,
    is_available: true,
    windows: [{ start_local: '20:00', end_local: '00:00', slot_minutes: 60, buffer_minutes: 0 }],
  })
  await enterAs(page, 'family')
  // A stored selection, as after a login: the calendar opens on its month.
  await page.addInitScript(
    ([key, stored]) => {
      if (location.protocol !== 'about:' && !sessionStorage.getItem(key)) sessionStorage.setItem(key, stored)
    },
    [`tendwell.booking.${user.id}`, JSON.stringify([{ startMs, endMs: startMs + HOUR_MS }])] as const,
  )
  await page.goto(`/caregiver/${user.id}/book`)
  const selected = page.getByRole('region', { name: 'Selected windows' })
  await expect(selected).toContainText('1:00 AM GMT+1 – 1:00 AM GMT')
  await page.getByRole('button', { name: /1 chosen$/ }).click()
  await page.getByRole('button', { name: /^1:00 AM GMT – 2:00 AM/ }).click()
  await expect(selected).toContainText('1:00 AM GMT+1 – 2:00 AM')
  await expect(selected).toContainText('2 hours × $')

  await bookMeanwhile(caregiverPage, user.id, startMs + HOUR_MS)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(selected).toContainText('No longer free')
  await expect(page.getByRole('button', { name: 'Send Request' }).first()).toBeDisabled()
  await selected.getByRole('button', { name: /2:00 AM – 3:00 AM/ }).click()
  await selected.getByRole('button', { name: 'Remove what is taken' }).click()
  await page.getByRole('button', { name: 'Send Request' }).first().click()
  await expect(page.getByText('Request sent to caregiver')).toBeVisible()
  await page.waitForURL('/requests')
  const card = page.getByRole('article').first()
  await expect(card).toContainText('1:00 AM GMT+1 – 1:00 AM GMT')
  await expect(card).toContainText('2:00 AM – 3:00 AM')
  const { results } = await ask<{ results: Booked[] }>(page, 'family', '/api/requests/mine/')
  expect(results[0]?.windows).toMatchObject([wire(startMs), wire(startMs + 2 * HOUR_MS)])
})

/** Creates another request for the hour, accepted and paid. */
async function bookMeanwhile(page: Page, caregiverId: number, startMs: number): Promise<void> {
  const { id } = await send<Booked>(page, 'family', 'POST', '/api/requests/', {
    caregiver_id: caregiverId,
    timezone: 'UTC',
    windows: [
      {
        date: new Date(startMs).toISOString().slice(0, 10),
        start: new Date(startMs).toISOString().slice(11, 16),
        end: new Date(startMs + HOUR_MS).toISOString().slice(11, 16),
      },
    ],
  })
  await send(page, 'caregiver', 'PATCH', `/api/requests/${id}/status/`, { status: 'accepted' })
  const path = `/api/payments/bookings/${id}/confirm/`
  const { checkout_url } = await send<{ checkout_url: string }>(page, 'family', 'POST', path, {})
  const form = { card_number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'A Family' }
  await page.request.post(checkout_url, { form, maxRedirects: 0 })
  await send(page, 'family', 'POST', '/api/requests/confirm/', { request_id: id })
}

test('a family chooses hours and sends a request with the keyboard only', async ({ openPage }) => {
  const page = await openPage({ timezoneId: 'Australia/Adelaide' })
  await enterAs(page, 'family')
  const { results } = await ask<{ results: { id: number }[] }>(page, 'family', '/api/auth/caregivers/')
  await page.goto(`/caregiver/${results.at(-1)?.id}/book`)
  await expect(page.getByText('Times are in your zone, Adelaide time')).toBeVisible()
  const focused = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')
  const go = async (key: string, wanted: RegExp, most: number) => {
    for (let step = 0; step < most; step += 1) {
      if (wanted.test(await focused())) return
      await page.keyboard.press(key)
    }
    expect(await focused()).toMatch(wanted)
  }
  await expect(page.getByRole('button', { name: /(free|closed|full)$/ }).first()).toBeVisible()
  await go('Tab', /day, .* 20\d\d/, 40)
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('button', { name: /(free|closed|full)$/ }).first()).toBeVisible()
  await go('ArrowRight', /\d+ free$/, 62)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /[AP]M – / }).first()).toBeVisible()
  await go('Tab', /[AP]M – /, 20)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Selected windows' })).toContainText('1 hour × $')
  await go('Tab', /^Send Request$/, 20)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Request sent to caregiver')).toBeVisible()
})

/** Free one-hour slots of a day in UTC, from 10:00, in the API's form. */
function slotsOn(date: string, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const startMs = Date.parse(`${date}T10:00:00Z`) + index * HOUR_MS
    const { start_utc, end_utc } = wire(startMs)
    return { start: start_utc.slice(11, 16), end: end_utc.slice(11, 16), start_utc, end_utc }
  })
}

test('slots, counts and suggested hours follow the latest data', async ({ openPage }) => {
  const page = await openPage({ timezoneId: 'UTC' })
  await enterAs(page, 'family')
  const { results } = await ask<{ results: { id: number }[] }>(page, 'family', '/api/auth/caregivers/')
  const [year, month] = [
    new Date().getUTCFullYear() + (new Date().getUTCMonth() === 11 ? 1 : 0),
    (new Date().getUTCMonth() + 1) % 12,
  ]
  const dayOf = (day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  const [first, second] = [dayOf(3), dayOf(4)]
  const free = new Map([
    [first, 4],
    [second, 2],
  ])
  await page.route('**/api/availability/month/**', (route) => {
    const isNext = new URL(route.request().url()).searchParams.get('month') === String(month + 1)
    return route.fulfill({ json: { days: isNext ? Object.fromEntries(free) : {}, full: [] } })
  })
  await page.route('**/api/availability/day/**', (route) => {
    const date = new URL(route.request().url()).searchParams.get('date') ?? ''
    return route.fulfill({ json: { slots: slotsOn(date, free.get(date) ?? 0) } })
  })
  const [offered] = slotsOn(dayOf(5), 1)
  await page.route('**/api/requests/', (route) =>
    route.fulfill({
      status: 409,
      json: { detail: 'Taken', code: 'conflict', alternatives: [{ date: dayOf(5), ...offered }] },
    }),
  )
  await page.goto(`/caregiver/${results[0]?.id}/book`)
  await page.getByRole('button', { name: 'Next month' }).first().click()
  const day = (count: number) => page.getByRole('button', { name: new RegExp(`, ${count} free$`) })
  await day(4).click()
  const listed = page.getByRole('region', { name: 'Available windows' })
  await listed.getByRole('button', { name: 'Next page' }).click()
  await expect(listed.getByRole('listitem')).toHaveCount(1)
  free.set(first, 3)
  const lookAgain = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await lookAgain()
  await expect(listed.getByRole('listitem')).toHaveCount(3)

  await day(2).click()
  await expect(listed.getByRole('listitem')).toHaveCount(2)
  free.set(first, 1)
  await lookAgain()
  await expect(day(1)).toBeVisible()

  await listed.getByRole('button', { name: /^10:00 AM/ }).click()
  await page.getByRole('button', { name: 'Send Request' }).first().click()
  const nearby = page.getByRole('region', { name: 'Free hours nearby' })
  await expect(nearby.getByRole('listitem')).toHaveCount(1)
  await listed.getByRole('button', { name: /^11:00 AM/ }).click()
  await expect(nearby).toHaveCount(0)
})
