/** Setting a caregiver's hours by keyboard, and in any browser time zone. */
import { addDays } from '@tendwell/contract/time'
import type { Api, Session } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { addCaregiver } from '../steps/bookings.ts'
import { tabTo } from '../steps/screens.ts'

interface Override {
  windows: { start_local: string; end_local: string }[]
}

async function listOverrides(api: Api, session: Session, date: string): Promise<Override[]> {
  const path = `/api/availability/overrides/?date_from=${date}&date_to=${date}`
  return (await api.call<{ results: Override[] }>(session, 'GET', path)).results
}

test('a day’s hours are set, validated and cleared with the keyboard only', async ({ openPage, api }) => {
  const caregiver = await addCaregiver(api, 'Kaja')
  const page = await openPage(caregiver)
  await page.goto('/caregiver/availability')
  const editor = page.getByRole('region', { name: 'Day hours' })
  await expect(page.getByRole('button', { name: /, closed$/ }).first()).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Next month' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /, open$/ })).toBeVisible()
  // Tab moves into the day grid; arrow keys move within it.
  await page.keyboard.press('Tab')
  for (let press = 0; press < 31 && !(await isFocusedOn(/, open$/)); press += 1) {
    await page.keyboard.press('ArrowLeft')
  }
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const date = addDays(caregiver.openDate, 1)
  expect(await listOverrides(api, caregiver, date)).toEqual([])

  await expect(editor.getByRole('button', { name: 'Add a time window' })).toBeVisible()
  await tabTo(page, editor.getByRole('button', { name: 'Add a time window' }))
  await page.keyboard.press('Enter')
  const start = editor.getByLabel('Start: hour')
  await expect(start).toBeFocused()
  await expect(start).toHaveValue('9')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, editor.getByLabel('Start: minutes'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, editor.getByLabel('Start: AM or PM'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, editor.getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await expect(editor.getByText('Each window must have start before end')).toBeVisible()
  // The invalid field takes the focus.
  await expect(editor.getByLabel('End: hour')).toBeFocused()
  await page.keyboard.press('End')
  await expect(editor.getByLabel('End: hour')).toHaveValue('11')
  await tabTo(page, editor.getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await listOverrides(api, caregiver, date))[0]?.windows)
    .toMatchObject([
      { start_local: '22:15', end_local: '23:00', slot_minutes: 60, buffer_minutes: 0, booked: false },
    ])
  // A 45-minute window has no room for a 60-minute slot, and the calendar says so.
  await expect(page.getByRole('button', { name: /no slots$/ })).toHaveCount(1)

  await tabTo(page, editor.getByRole('button', { name: 'Use my weekly hours' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await tabTo(page, dialog.getByRole('button', { name: 'Use my weekly hours' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => listOverrides(api, caregiver, date)).toEqual([])

  function isFocusedOn(name: RegExp): Promise<boolean> {
    return page.evaluate(
      (source) => new RegExp(source).test(document.activeElement?.ariaLabel ?? ''),
      name.source,
    )
  }
})

test('hours are shown in the profile’s time zone, whatever the browser’s is', async ({ openPage, api }) => {
  const caregiver = await addCaregiver(api, 'Hours')
  const seen: string[] = []
  for (const timezoneId of ['America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
    const page = await openPage(caregiver, { timezoneId })
    await page.goto('/caregiver/availability')
    await expect(page.getByText(/^All times are in .+\. You are in /)).toBeVisible()
    await page.getByRole('button', { name: 'Next month' }).first().click()
    await expect(page.getByRole('button', { name: /, (open|booked|full)$/ }).first()).toBeVisible()
    const overview = page.getByRole('region', { name: 'Monthly overview' })
    await expect(overview.getByRole('listitem').first()).toContainText(/[AP]M/)
    seen.push(await overview.innerText())
  }
  for (const text of seen) expect(text).toBe(seen[0])
})
