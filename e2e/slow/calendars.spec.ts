/** A booking in the calendar app of its family. */
import { readFile } from 'node:fs/promises'
import { addDays, getWeekday } from '@tendwell/contract/time'
import { parseCalendar } from '../../server/test/factories/calendars.ts'
import { createPerson } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../steps/accessibility.ts'
import { addBooking, addCaregiver } from '../steps/bookings.ts'
import { cancelVisit } from '../steps/screens.ts'

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
  const showAddress = () => page.getByRole('button', { name: 'Show address' }).click()
  await showAddress()
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
  await expect(page.getByText(/ canceled .*, refund of /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeHidden()
  expect(await readFeed()).toMatchObject([{ uid: confirmed?.uid, status: 'CANCELLED', sequence: 1 }])

  await page.goto('/account')
  await showAddress()
  await page.getByRole('button', { name: 'Get a new address' }).click()
  const dialog = page.getByRole('alertdialog')
  await expectAccessible(page, 'the dialog for a new address')
  await dialog.getByRole('button', { name: 'Get a new address' }).click()
  await expect(field).not.toHaveValue(address)
  expect((await fetch(address)).status).toBe(404)
  expect(parseCalendar(await (await fetch(await field.inputValue())).text())).toHaveLength(1)
})
