/**
 * A family repeats three hours for eight weeks, one of which another family has, and pays for all of them.
 */
import type { Booking, BookingRequest } from '@tendwell/contract/bookings/bookings'
import { addDays, getWeekday, toLocalDate, toLocalDateTime } from '@tendwell/contract/time'
import { createPerson } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { expectAccessible, expectAccessibleInBoth } from '../steps/accessibility.ts'
import { addCaregiver, GOOD_CARD, payRequest } from '../steps/bookings.ts'
import { openCardPage, payByCard, send } from '../steps/screens.ts'

const timezone = 'America/New_York'
const tuesday = 2
const weeks = 8

test('eight weekly times with one conflict are sent with another time, accepted, paid and booked', async ({
  openPage,
  api,
}) => {
  const caregiver = await addCaregiver(api, 'Wanda')
  const { id } = caregiver.user
  const hours = { weekdays: [tuesday], windows: [{ start: '09:00', end: '17:00' }] }
  await api.call(caregiver, 'PUT', '/api/availability/rules/', hours)
  const nextWeek = addDays(toLocalDate(api.now(), timezone), 7)
  const first = addDays(nextWeek, (7 + tuesday - getWeekday(nextWeek)) % 7)
  const dates = Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week))
  const takenDate = dates[4] as string
  const rival = await api.register(createPerson('Rosa'))
  const lost = await api.call<BookingRequest>(rival, 'POST', '/api/requests/', {
    caregiver_id: id,
    timezone,
    windows: [{ date: takenDate, start: '10:00', end: '11:00' }],
  })
  await api.call(caregiver, 'PATCH', `/api/requests/${lost.id}/status/`, { status: 'accepted' })
  await payRequest(api, rival, lost.id)

  const family = await api.register(createPerson('Willa'))
  const page = await openPage(family)
  await page.goto(`/caregiver/${id}/book?date=${first}&from=09:00&to=12:00`)
  const selected = page.getByRole('region', { name: 'Selected times' })
  await expect(selected).toContainText('3 hours × $48.00')
  await selected.getByRole('switch', { name: 'Repeat weekly' }).click({ force: true })
  await selected.getByRole('button', { name: /How long$/ }).click()
  await page.getByRole('option', { name: `${weeks} weeks` }).click()
  const conflicts = selected.getByRole('region', { name: 'Times that aren’t available' })
  await expect(conflicts).toContainText('1 of 8 times isn’t available')
  await expect(conflicts).toContainText('Already booked')
  await expect(selected).toContainText('21 hours × $48.00')
  await expectAccessibleInBoth(page, 'weekly times')
  await conflicts.getByRole('button', { name: /Instead of/ }).click()
  await page.getByRole('option', { name: 'Same day, 11:00 AM – 2:00 PM' }).click()
  await expect(selected).toContainText('24 hours × $48.00')
  await page.reload()
  await expect(selected).toContainText('24 hours × $48.00')
  await page.getByRole('button', { name: 'Send Request' }).first().click()
  await page.waitForURL('/requests')
  const card = page.getByRole('article')
  await expect(card).toContainText('Every Tuesday 9:00 AM – 12:00 PM')
  await expect(card).toContainText('7 times')
  await expect(card).toContainText('11:00 AM – 2:00 PM')
  await expect(card).toContainText('$1,152.00')

  const mine = await api.call<{ results: BookingRequest[] }>(family, 'GET', '/api/requests/mine/')
  const { id: requestId } = mine.results[0] as BookingRequest
  const answering = await openPage(caregiver)
  await answering.goto('/requests/incoming')
  await expect(answering.getByRole('article').first()).toContainText('Every Tuesday 9:00 AM – 12:00 PM')
  await send(answering, answering.getByRole('button', { name: 'Accept' }).first())

  await openCardPage(page, requestId)
  await payByCard(page, GOOD_CARD)
  await page.waitForURL('/requests')
  await expect(page.getByRole('article')).toContainText('Paid and booked')
  const booking = await api.call<Booking>(family, 'GET', `/api/requests/bookings/caretaker/${requestId}/`)
  expect(new Set(booking.windows.map(({ booking_id }) => booking_id)).size).toBe(weeks)
  expect(booking.windows.map(({ start_utc }) => toLocalDateTime(Date.parse(start_utc), timezone))).toEqual(
    dates.map((date) => ({ date, time: date === takenDate ? '11:00' : '09:00' })),
  )
  await page.goto('/bookings')
  await expect(page.getByRole('article')).toContainText('Every Tuesday 9:00 AM – 12:00 PM')
  await page.goto(`/bookings/${requestId}`)
  await page.getByText(`Show all ${weeks} visits`).click()
  await page.getByRole('button', { name: 'Cancel visits' }).click()
  await expect(page.getByRole('alertdialog').getByRole('checkbox')).toHaveCount(1 + weeks)
  await expectAccessible(page, 'the dialog to cancel visits')
  expect(await api.readMail(family.user.email, 'are confirmed')).toContain(
    'Every Tuesday, 9:00 AM – 12:00 PM, 7 times',
  )
})
