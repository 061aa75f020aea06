/** Setting a caregiver's hours: by keyboard, through failures, and in any browser time zone. */

import type { Locator } from '@playwright/test'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { expect, type Page, test } from './fixtures.ts'
import { ask, enterAs, writesOf } from './steps/session.ts'

type Override = { id: number; date_local: string; windows: { start_local: string; end_local: string }[] }

const editorOf = (page: Page) => page.getByRole('region', { name: 'Day hours' })

/** Presses Tab until the target has focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${target}`)
}

async function overridesOn(page: Page, date: string): Promise<Override[]> {
  const query = `date_from=${date}&date_to=${date}`
  return (await ask<{ results: Override[] }>(page, 'caregiver', `/api/availability/overrides/?${query}`))
    .results
}

/** The chosen day as YYYY-MM-DD, read from the editor's heading. */
async function chosenDate(page: Page): Promise<string> {
  const name = await editorOf(page).locator('header').innerText()
  const day = name.split('\n').at(-1) ?? ''
  return toLocalDate(Date.parse(`${day} 12:00 UTC`), 'UTC')
}

test('a day’s hours are set, validated and cleared with the keyboard only', async ({ page }) => {
  await enterAs(page, 'caregiver')
  await page.goto('/caregiver/availability')
  const editor = editorOf(page)
  await expect(page.getByRole('button', { name: /, (open|booked|full|closed)$/ }).first()).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Next month' }).first())
  for (const _month of [1, 2, 3, 4]) await page.keyboard.press('Enter')
  // Tab moves into the day grid; arrow keys move within it.
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
  // The invalid field takes the focus.
  await expect(editor.getByLabel('End: hour')).toBeFocused()
  await page.keyboard.press('End')
  await expect(editor.getByLabel('End: hour')).toHaveValue('11')
  await tabTo(page, editor.getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Window saved')).toBeVisible()
  expect((await overridesOn(page, date))[0]?.windows).toMatchObject([
    { start_local: '22:15', end_local: '23:00', slot_minutes: 60, buffer_minutes: 0, booked: false },
  ])
  // A 45-minute window has no room for a 60-minute slot, and the calendar says so.
  await expect(page.getByRole('button', { name: /no slots$/ })).toHaveCount(1)

  await tabTo(page, editor.getByRole('button', { name: 'Clear day hours' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await tabTo(page, dialog.getByRole('button', { name: 'Clear day hours' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Day hours cleared')).toBeVisible()
  expect(await overridesOn(page, date)).toEqual([])
})

test('unsaved hours survive a failed save, a switch to another day, and a cancelled exit', async ({
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

test('booked windows are locked and labeled in day hours and weekly hours', async ({ page }) => {
  await enterAs(page, 'caregiver')
  const writes = writesOf(page)
  const today = toLocalDate(Date.now(), 'UTC')
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

test('hours are shown in the profile’s time zone, whatever the browser’s is', async ({ page, openPage }) => {
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

/** Delays the page's saves of day hours until they are released. */
async function holdChanges(page: Page) {
  let release = () => {}
  let held = Promise.resolve()
  await page.route('**/api/availability/overrides/**', async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.continue()
  })
  return {
    hold: () => {
      held = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
  }
}

test('typing during a save is kept, and a failed closing of a day loses nothing', async ({
  page,
  problems,
}) => {
  problems.allow(/503/)
  await enterAs(page, 'caregiver')
  const changes = await holdChanges(page)
  await page.goto('/caregiver/availability')
  for (const _month of [1, 2, 3, 4, 5]) await page.getByRole('button', { name: 'Next month' }).first().click()
  const days = page.getByRole('button', { name: /, (open|closed)$/ })
  await days.nth(10).click()
  const editor = editorOf(page)
  await editor.getByRole('button', { name: 'Add a window' }).click()
  const added = editor.getByRole('group', { name: /^Window / }).last()
  const setHour = (field: string, hour: string) => added.getByLabel(`${field}: hour`).selectOption(hour)
  await setHour('Start', '5')
  await setHour('End', '6')
  await added.getByLabel('End: morning or afternoon').selectOption('AM')
  changes.hold()
  const save = editor.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await setHour('End', '7')
  changes.release()
  await expect(page.getByText('Window saved')).toBeVisible()
  await expect(editor.getByText('Not saved yet')).toBeVisible()
  await expect(added.getByLabel('End: hour')).toHaveValue('7')
  const date = await chosenDate(page)
  const stored = async () => (await overridesOn(page, date))[0]?.windows.map(({ end_local }) => end_local)
  expect(await stored()).toContain('06:00')

  // The second save is still pending when another day opens.
  changes.hold()
  await save.click()
  await days.nth(12).click()
  const unsaved = page.getByText('Not saved yet:')
  await expect(unsaved).toBeVisible()
  changes.release()
  await expect(unsaved).toHaveCount(0)
  expect(await stored()).toContain('07:00')
  await days.nth(10).click()
  await editor.getByRole('button', { name: 'Add a window' }).click()
  const windows = await editor.getByRole('group', { name: /^Window / }).count()

  await page.route('**/api/availability/overrides/*/', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Please try again in a minute', code: 'unavailable' } }),
  )
  await editor.getByRole('button', { name: 'Close this day' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close this day' }).click()
  await expect(page.getByText('Please try again in a minute')).toBeVisible()
  await expect(editor.getByRole('group', { name: /^Window / })).toHaveCount(windows)
  await page.unroute('**/api/availability/overrides/*/')
  await editor.getByRole('button', { name: 'Clear day hours' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear day hours' }).click()
  await expect(page.getByText('Day hours cleared')).toBeVisible()
  await expect(editor.getByText('Not saved yet')).toHaveCount(0)
  expect(await overridesOn(page, date)).toEqual([])
})

test('copying a day continues past rejected days, names them, and lets them be removed', async ({ page }) => {
  await enterAs(page, 'caregiver')
  let refused = ''
  const message = 'The window is booked and cannot be changed or removed'
  await page.route('**/api/availability/overrides/', (route) => {
    const body = route.request().postDataJSON()
    refused ||= body.date_local
    if (body.date_local === refused) return route.fulfill({ status: 400, json: { windows: [message] } })
    return route.fulfill({ status: 201, json: { ...body, id: 1, windows: [] } })
  })
  // A family books the rejected day during the copy.
  await page.route('**/api/availability/booked/**', async (route) => {
    const answer = await route.fetch()
    const { results } = await answer.json()
    const taken = {
      start_utc: `${refused}T00:00:00Z`,
      end_utc: `${addDays(refused || '2026-01-01', 1)}T00:00:00Z`,
    }
    await route.fulfill({
      json: { results: refused ? [...results, { ...taken, buffer_minutes: 0 }] : results },
    })
  })
  await page.goto('/caregiver/availability')
  for (const _month of [1, 2, 3]) await page.getByRole('button', { name: 'Next month' }).first().click()
  await page
    .getByRole('button', { name: /, open$/ })
    .first()
    .click()
  await editorOf(page).getByRole('button', { name: 'Copy to other days' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy to other days' })
  await dialog.getByRole('button', { name: 'Same weekday, next 4 weeks' }).click()
  await dialog.getByRole('button', { name: 'Copy to 4 days' }).click()
  await expect(dialog.getByText(new RegExp(`^Not copied to .+: ${message}$`))).toBeVisible()
  await expect(page.getByText('Hours copied to 3 days')).toBeVisible()
  await dialog.getByRole('button', { name: /, chosen$/ }).click()
  await expect(dialog.getByRole('button', { name: 'Copy to 0 days' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: /, booked$/ }).first()).toBeVisible()
})

test('time off is saved once when its response is lost, and can be added again after removal', async ({
  page,
  problems,
}) => {
  problems.allow(/ERR_FAILED|Failed to load resource/)
  await enterAs(page, 'caregiver')
  const day = addDays(toLocalDate(Date.now(), 'UTC'), 200)
  const loseNext = () =>
    page.route(
      '**/api/availability/timeoff/',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  await page.goto('/caregiver/availability')
  const panel = page.getByRole('region', { name: 'Time off' })
  const planned = panel.getByRole('button', { name: /^Remove the time off/ })
  await expect(panel.getByText('No time off planned.').or(planned.first())).toBeVisible()
  const before = await planned.count()
  const plan = async () => {
    await panel.getByLabel('First day').fill(day)
    await panel.getByLabel('Last day').fill(day)
    await panel.getByRole('button', { name: 'Add time off' }).click()
  }
  await loseNext()
  await plan()
  await expect(planned).toHaveCount(before + 1)
  await expect(panel.getByText('Request failed')).toBeVisible()
  await panel.getByRole('button', { name: 'Add time off' }).click()
  await expect(page.getByText('Time off saved')).toBeVisible()
  await expect(planned).toHaveCount(before + 1)

  const removeLast = async () => {
    await planned.last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove time off' }).click()
    await expect(planned).toHaveCount(before)
  }
  await removeLast()
  await loseNext()
  await plan()
  await expect(planned).toHaveCount(before + 1)
  await removeLast()
  await panel.getByRole('button', { name: 'Add time off' }).click()
  await expect(planned).toHaveCount(before + 1)
  await removeLast()
})

test('discarding typed weekly hours asks first, and time off shows in the overview and day editor', async ({
  page,
}) => {
  await enterAs(page, 'caregiver')
  const writes = writesOf(page)
  // Time off for the next 90 days.
  const off = {
    start_utc: new Date().toISOString(),
    end_utc: new Date(Date.now() + 90 * 86_400_000).toISOString(),
  }
  await page.route('**/api/availability/timeoff/**', (route) =>
    route.fulfill({ json: { count: 1, next: null, previous: null, results: [{ id: 1, ...off }] } }),
  )
  await page.goto('/caregiver/availability')
  await page.getByRole('button', { name: 'Next month' }).first().click()
  const overview = page.getByRole('region', { name: 'Monthly overview' })
  await expect(overview.getByText('Time off').first()).toBeVisible()
  await overview.getByRole('button').filter({ hasText: 'Time off' }).first().click()
  await expect(editorOf(page).getByText('You have time off: no hours are offered on this day')).toBeVisible()

  const weekly = page.getByRole('region', { name: 'Weekly hours' })
  await weekly.getByLabel('Start: hour').selectOption('5')
  const change = weekly.getByRole('button', { name: /^Change / }).first()
  await change.click()
  const question = page.getByRole('alertdialog', { name: 'Drop the weekly hours you typed?' })
  await question.getByRole('button', { name: 'Keep typing' }).click()
  await expect(weekly.getByLabel('Start: hour')).toHaveValue('5')
  await change.click()
  await question.getByRole('button', { name: 'Drop them' }).click()
  await expect(weekly.getByRole('heading', { name: 'Change weekly hours' })).toBeVisible()
  expect(writes).toEqual([])
})
