/** A caregiver's hours as she sets them: by keyboard alone, through failures, in whatever zone her browser is. */

import type { Locator } from '@playwright/test'
import { addDays, dateAt } from '@tendwell/contract/time'
import { expect, type Page, test } from './fixtures.ts'
import { ask, enterAs, writesOf } from './steps/session.ts'

type Override = { id: number; date_local: string; windows: { start_local: string; end_local: string }[] }

const editorOf = (page: Page) => page.getByRole('region', { name: 'Day hours' })

/** Presses Tab until the keyboard is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${target}`)
}

async function overridesOn(page: Page, date: string): Promise<Override[]> {
  const query = `date_from=${date}&date_to=${date}`
  return (await ask<{ results: Override[] }>(page, 'caregiver', `/api/availability/overrides/?${query}`))
    .results
}

/** The date of the chosen day, from its name in the calendar. */
async function chosenDate(page: Page): Promise<string> {
  const name = await editorOf(page).locator('header').innerText()
  const day = name.split('\n').at(-1) ?? ''
  return dateAt(Date.parse(`${day} 12:00 UTC`), 'UTC')
}

test('a day’s hours are set, checked and cleared by keyboard alone', async ({ page }) => {
  await enterAs(page, 'caregiver')
  await page.goto('/caregiver/availability')
  const editor = editorOf(page)
  await expect(page.getByRole('button', { name: /, (open|booked|full|closed)$/ }).first()).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Next month' }).first())
  for (const _month of [1, 2, 3, 4]) await page.keyboard.press('Enter')
  // Into the days; Tab goes on from whichever is reached to what follows the calendar.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(editor.getByRole('button', { name: 'Add a window' })).toBeVisible()
  const date = await chosenDate(page)
  const windows = editor.getByRole('group', { name: /^Window / })
  for (let left = await windows.count(); left > 0; left -= 1) {
    await tabTo(page, editor.getByRole('button', { name: 'Remove window 1' }))
    await page.keyboard.press('Enter')
    await expect(windows).toHaveCount(left - 1)
    await expect(editor.getByRole('button', { name: 'Add a window' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
  }

  await tabTo(page, editor.getByRole('button', { name: 'Add a window' }))
  await page.keyboard.press('Enter')
  const start = editor.getByLabel('Start: hour')
  await expect(start).toBeFocused()
  await expect(start).toHaveValue('9')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, editor.getByLabel('Start: minutes'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, editor.getByLabel('Start: morning or afternoon'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, editor.getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await expect(editor.getByText('Each window must have start before end')).toBeVisible()
  // Back to the field that is wrong, without being sought.
  await expect(editor.getByLabel('End: hour')).toBeFocused()
  await page.keyboard.press('End')
  await expect(editor.getByLabel('End: hour')).toHaveValue('11')
  await tabTo(page, editor.getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Window saved')).toBeVisible()
  expect((await overridesOn(page, date))[0]?.windows).toMatchObject([
    { start_local: '22:15', end_local: '23:00', slot_minutes: 60, buffer_minutes: 0, booked: false },
  ])
  // Three quarters of an hour hold no slot of an hour, and the calendar says so.
  await expect(page.getByRole('button', { name: /no slots$/ })).toHaveCount(1)

  await tabTo(page, editor.getByRole('button', { name: 'Clear day hours' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await tabTo(page, dialog.getByRole('button', { name: 'Clear day hours' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Day hours cleared')).toBeVisible()
  expect(await overridesOn(page, date)).toEqual([])
})

test('hours that were typed outlive a failure, a look at another day, and a step towards the door', async ({
  page,
  problems,
}) => {
  problems.allow(/503/)
  await enterAs(page, 'caregiver')
  await page.route('**/api/availability/overrides/**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 503, json: { detail: 'Please try again in a minute', code: 'unavailable' } }),
  )
  await page.goto('/caregiver/availability')
  await page.getByRole('button', { name: 'Next month' }).first().click()
  const days = page.getByRole('button', { name: /, (open|closed)$/ })
  await days.nth(4).click()
  const editor = editorOf(page)
  await editor.getByRole('button', { name: 'Add a window' }).click()
  const added = editor.getByRole('group', { name: /^Window / }).last()
  await added.getByLabel('Start: hour').selectOption('5')
  await added.getByLabel('End: hour').selectOption('6')
  await added.getByLabel('End: morning or afternoon').selectOption('AM')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor.getByText('Please try again in a minute')).toBeVisible()
  await expect(added.getByLabel('Start: hour')).toHaveValue('5')

  await days.nth(6).click()
  await page
    .getByRole('link', { name: /Tendwell/ })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(dialog).toContainText('Not saved yet, and lost if you leave: the hours of')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  const back = page.getByText('Not saved yet:').locator('..').getByRole('button')
  await back.click()
  await expect(added.getByLabel('Start: hour')).toHaveValue('5')
  await expect(added.getByLabel('End: hour')).toHaveValue('6')
})

test('booked windows are locked and named, in hours of a day and of every week', async ({ page }) => {
  await enterAs(page, 'caregiver')
  const writes = writesOf(page)
  const today = dateAt(Date.now(), 'UTC')
  const range = `date_from=${today}&date_to=${addDays(today, 90)}`
  const { results } = await ask<{ results: object[] }>(
    page,
    'caregiver',
    `/api/availability/booked/?${range}`,
  )
  expect(results.length).toBeGreaterThan(0)
  await page.goto('/caregiver/availability')
  const booked = page.getByRole('button', { name: /, (booked|full)$/ })
  await expect(page.getByRole('button', { name: /, open$/ }).first()).toBeVisible()
  for (let month = 0; month < 3 && (await booked.count()) === 0; month += 1) {
    await page.getByRole('button', { name: 'Next month' }).first().click()
    await expect(page.getByRole('button', { name: /, open$/ }).first()).toBeVisible()
  }
  await booked.first().click()
  const editor = editorOf(page)
  await expect(
    editor.getByText(/^Booked by families: .*[AP]M\. So this window can’t be changed/),
  ).toBeVisible()
  await expect(
    editor.getByText('A day with a booked window can be neither closed nor cleared.'),
  ).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Close this day' })).toHaveCount(0)
  const weekly = page.getByRole('region', { name: 'Weekly hours' })
  await expect(weekly.getByText(/^Booked on \d+ days?$/).first()).toBeVisible()
  expect(writes).toEqual([])
})

test('her hours are on the clocks of her profile, wherever her browser is', async ({ page, openPage }) => {
  const { user, access, refresh } = await enterAs(page, 'caregiver')
  const session = JSON.stringify({ user, token: access, refreshToken: refresh })
  const seen: string[] = []
  for (const timezoneId of ['America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
    const elsewhere = await openPage({ timezoneId })
    await elsewhere.addInitScript((stored) => localStorage.setItem('tendwell.session', stored), session)
    await elsewhere.goto('/caregiver/availability')
    await expect(elsewhere.getByText(/^All times are .+; you are in /)).toBeVisible()
    await elsewhere.getByRole('button', { name: 'Next month' }).first().click()
    await expect(elsewhere.getByRole('button', { name: /, (open|booked|full)$/ }).first()).toBeVisible()
    const overview = elsewhere.getByRole('region', { name: 'Monthly overview' })
    await expect(overview.getByRole('listitem').first()).toContainText(/[AP]M/)
    seen.push(await overview.innerText())
  }
  for (const text of seen) expect(text).toBe(seen[0])
})
