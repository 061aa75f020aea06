/**
 * Sessions across tabs, and screens that follow the product's clock. Moving that clock ends other tests' sessions, so these
 * tests run after the others (see playwright.config.ts).
 */
import { expect, type Page, test } from './fixtures.ts'
import { fillLogin, logIn, register, someone } from './steps/accounts.ts'

const lifetimes = 3
/** An access token expires after 15. */
const lifetimeMinutes = 16

/** Simulates returning to a tab, which loads everything on it again. */
const refocus = (tab: Page) =>
  tab.evaluate(() => {
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** Waits for a successful load, which shows that an expired token was replaced; a reload then finds the new one. */
const waitForLoad = (tab: Page, path = '/api/auth/sessions/') =>
  tab.waitForResponse((answer) => new URL(answer.url()).pathname.startsWith(path) && answer.status() === 200)

const expectLoggedIn = async (tab: Page) => {
  await expect(tab).toHaveURL('/account')
  await expect(tab.getByText('This device')).toBeVisible()
}

test('two tabs stay logged in through three expired access tokens, with one refresh each', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const person = someone('Tilda')
  await register(page, person)
  await logIn(page, person)
  const second = await page.context().newPage()
  const tabs = [page, second]
  const refreshes: number[] = []
  page.context().on('response', (answer) => {
    if (answer.url().endsWith('/auth/token/refresh/')) refreshes.push(answer.status())
  })
  for (const tab of tabs) {
    await tab.goto('/account')
    await expectLoggedIn(tab)
  }
  expect(refreshes).toEqual([])

  for (let lifetime = 1; lifetime <= lifetimes; lifetime += 1) {
    const loaded = tabs.map((tab) => waitForLoad(tab))
    const clock = await page.request.post('/dev/clock', { data: { advance_minutes: lifetimeMinutes } })
    expect(clock.status()).toBe(200)
    await Promise.all(tabs.map(refocus))
    await Promise.all(loaded)
    expect(refreshes, `refreshes after lifetime ${lifetime}`).toEqual(Array(lifetime).fill(200))
    await Promise.all(tabs.map((tab) => tab.reload()))
    for (const tab of tabs) await expectLoggedIn(tab)
    expect(refreshes, 'a reload keeps the session and its token').toHaveLength(lifetime)
  }
})

test('logging out or in in one tab does the same in the other', async ({ page }) => {
  const person = someone('Uma')
  await register(page, person)
  await logIn(page, person)
  const second = await page.context().newPage()
  await second.goto('/account')
  await expectLoggedIn(second)

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(second).toHaveURL('/login?next=%2Faccount')
  await expect(second.getByRole('button', { name: /^Account/ })).toHaveCount(0)

  await fillLogin(second, person)
  await expectLoggedIn(second)
  await expect(page.getByRole('button', { name: `Account: ${person.name}` })).toBeVisible()
})

test('a tab opened with an expired access token starts logged out and does not end the session', async ({
  page,
}) => {
  const person = someone('Wilma')
  await register(page, person)
  await logIn(page, person)
  await page.goto('/account')
  await expectLoggedIn(page)
  // The first tab's calls wait until the second tab is open.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/**', async (route) => {
    await released
    await route.continue()
  })
  const clock = await page.request.post('/dev/clock', { data: { advance_minutes: lifetimeMinutes } })
  // In real use the browser's clock would have advanced too.
  const ahead = String(Date.parse((await clock.json()).now) - Date.now())
  await page.evaluate((ms) => localStorage.setItem('tendwell.clock-ahead', ms), ahead)
  const second = await page.context().newPage()
  await second.goto('/account')
  await expect(second).toHaveURL('/login?next=%2Faccount')

  const loaded = waitForLoad(page)
  release()
  await refocus(page)
  await loaded
  await expectLoggedIn(page)
  await expect(second.getByRole('button', { name: `Account: ${person.name}` })).toBeVisible()
})

test('a day that passes on the product’s clock is marked past on the screen', async ({ page }) => {
  const person = someone('Viola')
  await register(page, person, 'caregiver')
  await logIn(page, person)
  const advance = async (minutes: number): Promise<Date> => {
    const answer = await page.request.post('/dev/clock', { data: { advance_minutes: minutes } })
    return new Date((await answer.json()).now)
  }
  const today = (await advance(0)).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' })
  await page.goto('/caregiver/availability')
  const day = page.getByRole('button', { name: today })
  await expect(day).toBeVisible()
  await expect(day).not.toHaveAccessibleName(/past/)

  await advance(24 * 60)
  const loaded = waitForLoad(page, '/api/availability/')
  await refocus(page)
  await expect(day).toHaveAccessibleName(/past/)
  // The 401 response already carries the new date, but a reload before the token refresh would start logged out.
  await loaded
  await page.reload()
  await expect(day).toHaveAccessibleName(/past/)
})
