/** Paid bookings are canceled and moved by either side. */
import type { Booking, BookingRequest } from '@tendwell/contract/bookings'
import { addDays } from '@tendwell/contract/time'
import { createPerson, demo } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { addBooking, addCaregiver, payRequest } from '../steps/bookings.ts'
import { cancelVisit } from '../steps/screens.ts'

test('a family cancels two days ahead, gets half back, and the hours are free again', async ({
  openPage,
  api,
}) => {
  const caregiver = await addCaregiver(api, 'Hana')
  const family = await api.register(createPerson('Uma'))
  const today = new Date(await api.advanceClock(0)).toISOString().slice(0, 10)
  const date = addDays(today, 2)
  await api.call(caregiver, 'POST', '/api/availability/overrides/', {
    caregiver: caregiver.user.id,
    date_local: date,
    is_available: true,
    windows: [{ start_local: '12:00', end_local: '14:00' }],
  })
  const request = await api.call<BookingRequest>(family, 'POST', '/api/requests/', {
    caregiver_id: caregiver.user.id,
    timezone: 'America/New_York',
    windows: [{ date, start: '12:00', end: '14:00' }],
  })
  await api.call(caregiver, 'PATCH', `/api/requests/${request.id}/status/`, { status: 'accepted' })
  await payRequest(api, family, request.id)

  const page = await openPage(family)
  await page.goto(`/bookings/${request.id}`)
  await expect(page.getByText('If you cancel now, you get $48.00 of $96.00 back.')).toBeVisible()
  await cancelVisit(page, 'Change of plans')
  await expect(page.getByText('Canceled. $48.00 is on its way to your card')).toBeVisible()
  await expect(page.getByText(`Canceled by ${family.user.full_name}, $48.00 refunded`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeHidden()

  const visitor = await openPage()
  await visitor.goto(`/caregivers/${caregiver.user.id}`)
  await expect(visitor.getByRole('link', { name: /^Book .*12:00 PM/ }).first()).toBeVisible()
  const mail = await api.readMail(caregiver.user.email, 'A booking was canceled')
  expect(mail).toContain('$48.00')
})

test('a caregiver cancels, and the family asks another one for the same hours in one press', async ({
  openPage,
  api,
}) => {
  const skill = 'Twins at night'
  const [caregiver, backup] = [await addCaregiver(api, 'Ada', skill), await addCaregiver(api, 'Bea', skill)]
  const family = await api.register(createPerson('Ivy'))
  const request = await addBooking(api, family, caregiver)

  const theirs = await openPage(caregiver)
  await theirs.goto(`/caregiver/bookings/${request.id}`)
  await expect(theirs.getByText('If you cancel, the family gets everything back.')).toBeVisible()
  await cancelVisit(theirs, 'Family emergency')
  await expect(theirs.getByText('Canceled. The family gets a full refund')).toBeVisible()

  const page = await openPage(family)
  await page.goto(`/bookings/${request.id}`)
  await expect(page.getByText(`Canceled by ${caregiver.user.full_name}, $96.00 refunded`)).toBeVisible()
  await page.getByRole('button', { name: `Send request to ${backup.user.full_name}` }).click()
  await expect(page.getByText(`Request sent to ${backup.user.full_name}`)).toBeVisible()
  await page.waitForURL('/requests')
  const incoming = await api.call<{ results: BookingRequest[] }>(backup, 'GET', '/api/requests/incoming/')
  expect(incoming.results[0]?.windows[0]).toMatchObject({
    start_utc: request.windows[0]?.start_utc,
    end_utc: request.windows[0]?.end_utc,
  })
})

test('an admin cancels for a caregiver, and the family gets everything back', async ({ openPage, api }) => {
  const caregiver = await addCaregiver(api, 'Lena')
  const family = await api.register(createPerson('Olga'))
  const request = await addBooking(api, family, caregiver)

  const page = await openPage(await api.logIn(demo.admin))
  await page.goto(`/admin/requests?status=closed&q=${encodeURIComponent(family.user.email)}`)
  await page.getByRole('link', { name: `#${request.id}` }).click()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('The caregiver', { exact: true }).click()
  await expect(dialog.getByText(`We show ${family.user.full_name} who else is free.`)).toBeVisible()
  await dialog.getByRole('button', { name: /Reason/ }).click()
  await page.getByRole('option', { name: 'Illness' }).click()
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(page.getByText(`Canceled. $96.00 is on its way to ${family.user.full_name}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeHidden()

  const theirs = await openPage(family)
  await theirs.goto(`/bookings/${request.id}`)
  await expect(theirs.getByText('Canceled by Tendwell, $96.00 refunded')).toBeVisible()
})

test('a family proposes another time, and the caregiver accepts it', async ({ openPage, api }) => {
  const caregiver = await addCaregiver(api, 'Mona')
  const family = await api.register(createPerson('Nell'))
  const request = await addBooking(api, family, caregiver)

  const page = await openPage(family)
  await page.goto(`/bookings/${request.id}`)
  await page.getByRole('button', { name: 'Propose another time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /3 free$/ }).click()
  await dialog.getByRole('button', { name: '10:00 AM – 11:00 AM' }).click()
  await expect(dialog.getByText('1 hour left to choose')).toBeVisible()
  await dialog.getByRole('button', { name: '11:00 AM – 12:00 PM' }).click()
  await dialog.getByRole('button', { name: 'Send proposal' }).click()
  await expect(page.getByText('You proposed another time')).toBeVisible()

  const theirs = await openPage(caregiver)
  await theirs.goto('/caregiver/bookings')
  await expect(theirs.getByText(`${family.user.full_name} proposes another time`)).toBeVisible()
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
  await expect(theirs.getByText('Accepted. The booking has its new time')).toBeVisible()
  const booking = await api.call<Booking>(family, 'GET', `/api/requests/bookings/caretaker/${request.id}`)
  expect(booking).toMatchObject({
    move: null,
    total_price_usd: 96,
    windows: [{ start: '10:00', end: '12:00' }],
  })
  await api.findMail(family.user.email, 'Your booking has a new time')
})

test('a caregiver’s proposal is declined, and the booking stays', async ({ openPage, api }) => {
  const caregiver = await addCaregiver(api, 'Rosa')
  const family = await api.register(createPerson('Tess'))
  const request = await addBooking(api, family, caregiver)
  const path = `/api/requests/bookings/caretaker/${request.id}`
  const before = await api.call<Booking>(family, 'GET', path)
  await api.call(caregiver, 'POST', `/api/requests/${request.id}/moves`, {
    booking_ids: before.windows.map(({ booking_id }) => booking_id),
    timezone: 'America/New_York',
    windows: [{ date: caregiver.openDate, start: '10:00', end: '12:00' }],
  })
  const page = await openPage(family)
  await page.goto(`/bookings/${request.id}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Declined. The booking stays as it is')).toBeVisible()
  await expect(page.getByText('proposes another time')).toBeHidden()
  const after = await api.call<Booking>(family, 'GET', path)
  expect(after.windows).toEqual(before.windows)
})
