/** Bookings in the calendar app of their two sides, and the calendars that close a caregiver's hours. */
import { readFile } from 'node:fs/promises'
import type { DayAvailability } from '@tendwell/contract/availability'
import { addDays, getWeekday } from '@tendwell/contract/time'
import { type CalendarServer, startCalendarServer } from '../../server/test/calendar-server.ts'
import { parseCalendar } from '../../server/test/factories/calendars.ts'
import { toCalendar } from '../../server/test/factories/outside-calendars.ts'
import { createPerson } from '../api.ts'
import { test as base, expect } from '../fixtures.ts'
import { expectAccessible } from '../steps/accessibility.ts'
import { addBooking, addCaregiver } from '../steps/bookings.ts'
import { cancelVisit } from '../steps/screens.ts'

const test = base.extend<object, { calendars: CalendarServer }>({
  calendars: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures this one needs.
    async ({}, use) => {
      const server = await startCalendarServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    ({ calendars }, use) => use({ LOOPBACK_CALENDARS_CA: calendars.authority }),
    { scope: 'worker' },
  ],
})

// axe would measure the contrast of elements that are still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a calendar app follows a booking until it is canceled, at an address that can be renewed', async ({
  openPage,
  api,
}) => {
  const caregiver = await addCaregiver(api, 'Lena')
  // The first of next month may be too close for a refund.
  const openDate = addDays(caregiver.openDate, 7)
  const hours = { weekdays: [getWeekday(openDate)], windows: [{ start: '09:00', end: '12:00' }] }
  await api.call(caregiver, 'PUT', '/api/availability/rules/', hours)
  const family = await api.register(createPerson('Olga'))
  const page = await openPage(family)
  await page.goto('/account')
  const field = page.getByLabel('Your private address')
  await expect(field).toHaveValue(/\.ics$/)
  const address = await field.inputValue()
  const readFeed = async () => parseCalendar(await (await fetch(address)).text())
  expect(await readFeed()).toEqual([])

  const { id, windows } = await addBooking(api, family, { ...caregiver, openDate })
  const [confirmed] = await readFeed()
  expect(confirmed).toMatchObject({
    status: 'CONFIRMED',
    sequence: 0,
    start: windows[0]?.start_utc.replace('.000', ''),
    url: `${api.url}/bookings/${id}`,
  })
  await page.goto(`/bookings/${id}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`booking-${id}.ics`)
  expect(parseCalendar(await readFile(await file.path(), 'utf8'))).toEqual([confirmed])

  await cancelVisit(page, 'Change of plans')
  await expect(page.getByText(/^Canceled by .* refunded$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeHidden()
  expect(await readFeed()).toMatchObject([{ uid: confirmed?.uid, status: 'CANCELLED', sequence: 1 }])

  await page.goto('/account')
  await page.getByRole('button', { name: 'Get a new address' }).click()
  const dialog = page.getByRole('alertdialog')
  await expectAccessible(page, 'the dialog for a new address')
  await dialog.getByRole('button', { name: 'Get a new address' }).click()
  await expect(field).not.toHaveValue(address)
  expect((await fetch(address)).status).toBe(404)
  expect(parseCalendar(await (await fetch(await field.inputValue())).text())).toHaveLength(1)
})

test('a caregiver’s outside calendar closes hours for families until it is removed', async ({
  openPage,
  api,
  calendars,
}) => {
  const caregiver = await addCaregiver(api, 'Ilse')
  const { id } = caregiver.user
  const family = await openPage(await api.register(createPerson('Pia')))
  const listFreeHours = async () => {
    await family.goto(`/caregiver/${id}/book?date=${caregiver.openDate}`)
    const hours = family.getByRole('region', { name: 'Available times' }).getByRole('button', { name: / – / })
    await expect(hours.first()).toBeVisible()
    return hours.allInnerTexts()
  }
  const allHours = await listFreeHours()
  expect(allHours).toHaveLength(3)

  const day = `user_id=${id}&date=${caregiver.openDate}&timezone=America/New_York`
  const { slots } = await api.call<DayAvailability>(null, 'GET', `/api/availability/day?${day}`)
  const { start_utc: start = '', end_utc: end = '' } = slots[1] ?? {}
  const address = calendars.answer('/family.ics', toCalendar([[start, end]]))
  const page = await openPage(caregiver)
  await page.goto('/caregiver/availability')
  const panel = page.getByRole('region', { name: 'Your other calendars' })
  await panel.getByLabel('Address').fill(`${calendars.url}/gone.ics`)
  await panel.getByRole('button', { name: 'Add calendar' }).click()
  await expect(panel.getByText(/^Your calendar isn't shared at this address/)).toBeVisible()
  await panel.getByLabel('Address').fill(address.replace('https:', 'webcal:'))
  await panel.getByLabel('Name').fill('Family')
  await panel.getByRole('button', { name: 'Add calendar' }).click()
  await expect(panel.getByText(/1 busy time ahead\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).first().click()
  const overview = page.getByRole('region', { name: 'Monthly overview' })
  await expect(overview.getByText('Busy in Family: 10:00 AM – 11:00 AM')).toBeVisible()
  expect(await listFreeHours()).toEqual([allHours[0], allHours[2]])

  calendars.answer('/family.ics', (_request, response) => void response.writeHead(500).end())
  await panel.getByRole('button', { name: 'Refresh Family' }).click()
  await expect(panel.getByText("The calendar's server answered with an error.")).toBeVisible()
  await expectAccessible(page, 'a failing calendar')
  expect(await listFreeHours()).toHaveLength(2)

  await panel.getByRole('button', { name: 'Remove Family' }).click()
  await expectAccessible(page, 'the dialog to remove a calendar')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove calendar' }).click()
  await expect(panel.getByText('No calendars yet.')).toBeVisible()
  expect(await listFreeHours()).toEqual(allHours)
})
