/**
 * The booking screen in another time zone on the night when its clocks change, while another family books
 * first.
 */
import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { HOUR_MS } from '@tendwell/contract/time'
import { createPerson } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { addCaregiver, payRequest } from '../steps/bookings.ts'
import { returnUntil } from '../steps/screens.ts'

/** The evening in New York before the night when London’s clocks go back, and an hour before they do. */
const date = '2027-10-30'
const startMs = Date.parse('2027-10-31T00:00:00Z')

const toWindow = (startMs: number) => ({
  start_utc: new Date(startMs).toISOString(),
  end_utc: new Date(startMs + HOUR_MS).toISOString(),
})

test('marks hours that were taken meanwhile, offers others, and sends exactly the hours shown', async ({
  openPage,
  api,
}) => {
  const caregiver = await addCaregiver(api, 'Nell')
  const { id } = caregiver.user
  await api.call(caregiver, 'POST', '/api/availability/overrides/', {
    caregiver: id,
    date_local: date,
    is_available: true,
    windows: [{ start_local: '20:00', end_local: '00:00' }],
  })
  const family = await api.register(createPerson('Fay'))
  const page = await openPage(family, { timezoneId: 'Europe/London' })
  // The calendar opens on the month of the stored selection, as after a login.
  await page.addInitScript(
    ([key, stored]) => {
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, stored)
    },
    [`tendwell.booking.${id}`, JSON.stringify([{ startMs, endMs: startMs + HOUR_MS }])] as const,
  )
  await page.goto(`/caregiver/${id}/book`)
  const selected = page.getByRole('region', { name: 'Selected times' })
  await expect(selected).toContainText('1:00 AM GMT+1 – 1:00 AM GMT')
  await page.getByRole('button', { name: /1 hour chosen$/ }).click()
  await page.getByRole('button', { name: /^1:00 AM GMT – 2:00 AM/ }).click()
  await expect(selected).toContainText('1:00 AM GMT+1 – 2:00 AM')
  await expect(selected).toContainText('2 hours × $')

  const rival = await api.register(createPerson('Rita'))
  const request = await api.call<BookingRequest>(rival, 'POST', '/api/requests/', {
    caregiver_id: id,
    timezone: 'America/New_York',
    windows: [{ date, start: '21:00', end: '22:00' }],
  })
  await api.call(caregiver, 'PATCH', `/api/requests/${request.id}/status/`, { status: 'accepted' })
  await payRequest(api, rival, request.id)

  await returnUntil(page, () => expect(selected).toContainText('No longer available', { timeout: 10_000 }))
  await expect(page.getByRole('button', { name: 'Send Request' }).first()).toBeDisabled()
  await selected.getByRole('button', { name: /2:00 AM – 3:00 AM/ }).click()
  await selected.getByRole('button', { name: 'Remove unavailable times' }).click()
  await page.getByRole('button', { name: 'Send Request' }).first().click()
  await page.waitForURL('/requests')
  const card = page.getByRole('article')
  await expect(card).toContainText('1:00 AM GMT+1 – 1:00 AM GMT')
  await expect(card).toContainText('2:00 AM – 3:00 AM')
  const mine = await api.call<{ results: BookingRequest[] }>(family, 'GET', '/api/requests/mine/')
  expect(mine.results[0]?.windows).toMatchObject([toWindow(startMs), toWindow(startMs + 2 * HOUR_MS)])
})
