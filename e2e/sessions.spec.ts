/**
 * Sessions across tabs, and screens that follow the product's clock. These move the whole product's clock, which would end the sessions that other tests hold:
 * they run by themselves, after them (playwright.config.ts).
 */
import { expect, type Page, test } from './fixtures.ts'
import { fillLogin, logIn, register, someone } from './steps/accounts.ts'

const lifetimes = 3
/** An access token lives for 15. */
const lifetimeMinutes = 16

/** What a tab does when one comes back to it: everything shown is asked for again. */
const comeBack = (tab: Page) =>
  tab.evaluate(() => {
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** It was asked for with a token that holds: one that had expired has been replaced, and a reload finds the new one. */
const isLoadedAgain = (tab: Page, path = '/api/auth/sessions/') =>
  tab.waitForResponse((answer) => new URL(answer.url()).pathname.startsWith(path) && answer.status() === 200)

const isIn = async (tab: Page) => {
  await expect(tab).toHaveURL('/account')
  await expect(tab.getByText('This device')).toBeVisible()
}

test('two tabs outlive three access tokens, with one refresh for each', async ({ page }) => {
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
    await isIn(tab)
  }
  expect(refreshes).toEqual([])

  for (let lifetime = 1; lifetime <= lifetimes; lifetime += 1) {
    const loaded = tabs.map((tab) => isLoadedAgain(tab))
    const clock = await page.request.post('/dev/clock', { data: { advance_minutes: lifetimeMinutes } })
    expect(clock.status()).toBe(200)
    await Promise.all(tabs.map(comeBack))
    await Promise.all(loaded)
    expect(refreshes, `refreshes after lifetime ${lifetime}`).toEqual(Array(lifetime).fill(200))
    await Promise.all(tabs.map((tab) => tab.reload()))
    for (const tab of tabs) await isIn(tab)
    expect(refreshes, 'a reload keeps the session and its token').toHaveLength(lifetime)
  }
})

test('a logout in one tab is a logout in the other, and so is a login', async ({ page }) => {
  const person = someone('Uma')
  await register(page, person)
  await logIn(page, person)
  const second = await page.context().newPage()
  await second.goto('/account')
  await isIn(second)

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(second).toHaveURL('/login?next=%2Faccount')
  await expect(second.getByRole('button', { name: /^Account/ })).toHaveCount(0)

  await fillLogin(second, person)
  await isIn(second)
  await expect(page.getByRole('button', { name: `Account: ${person.name}` })).toBeVisible()
})

test('a tab opened when the access token has expired starts empty and logs nobody out', async ({ page }) => {
  const person = someone('Wilma')
  await register(page, person)
  await logIn(page, person)
  await page.goto('/account')
  await isIn(page)
  // The first one asks for nothing until the second is there.
  let wake = () => {}
  const asleep = new Promise<void>((resolve) => {
    wake = resolve
  })
  await page.route('**/api/**', async (route) => {
    await asleep
    await route.continue()
  })
  const clock = await page.request.post('/dev/clock', { data: { advance_minutes: lifetimeMinutes } })
  // The browser's own clock would have gone on by itself.
  const ahead = String(Date.parse((await clock.json()).now) - Date.now())
  await page.evaluate((ms) => localStorage.setItem('tendwell.clock-ahead', ms), ahead)
  const second = await page.context().newPage()
  await second.goto('/account')
  await expect(second).toHaveURL('/login?next=%2Faccount')

  const loaded = isLoadedAgain(page)
  wake()
  await comeBack(page)
  await loaded
  await isIn(page)
  await expect(second.getByRole('button', { name: `Account: ${person.name}` })).toBeVisible()
})

test('a day that passes on the product’s clock is past on the screen', async ({ page }) => {
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
  const loaded = isLoadedAgain(page, '/api/availability/')
  await comeBack(page)
  await expect(day).toHaveAccessibleName(/past/)
  // The answer that refuses the old token tells the day too. A reload before the new one is there would start empty.
  await loaded
  await page.reload()
  await expect(day).toHaveAccessibleName(/past/)
})
