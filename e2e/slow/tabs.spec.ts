/** Sessions across tabs and devices. */
import { type Api, createPerson } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { returnUntil } from '../steps/screens.ts'
import { logIn } from '../steps/sign-up.ts'

const lifetimes = 3
/** An access token expires after 15. */
const lifetimeMinutes = 16
const phone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
}

const readToken = (tab: Page) =>
  tab.evaluate(() => JSON.parse(localStorage.getItem('tendwell.session') ?? '{}').token as string)

const loadWithNewToken = (tab: Page, expiredToken: string) =>
  returnUntil(tab, () =>
    tab.waitForResponse(
      (answer) =>
        new URL(answer.url()).pathname.startsWith('/api/auth/sessions/') &&
        answer.request().headers().authorization !== `Bearer ${expiredToken}` &&
        answer.status() === 200,
      { timeout: 10_000 },
    ),
  )

/** Opens the account page in a browser that a new person logs in with. Its tabs share what it stores. */
async function openAccount(page: Page, api: Api, firstName: string) {
  const person = createPerson(firstName)
  await api.register(person)
  await page.goto('/login?next=/account')
  await logIn(page, person)
  await expectLoggedIn(page)
  return person
}

async function expectLoggedIn(tab: Page): Promise<void> {
  await expect(tab).toHaveURL('/account')
  await expect(tab.getByText('This device')).toBeVisible()
}

test('two tabs stay logged in through three expired access tokens with one refresh each, and so does a page opened later', async ({
  page,
  api,
}) => {
  await openAccount(page, api, 'Tilda')
  const second = await page.context().newPage()
  const tabs = [page, second]
  const refreshes: number[] = []
  page.context().on('response', (answer) => {
    if (answer.url().endsWith('/auth/token/refresh/')) refreshes.push(answer.status())
  })
  await second.goto('/account')
  await expectLoggedIn(second)
  expect(refreshes).toEqual([])

  for (let lifetime = 1; lifetime <= lifetimes; lifetime += 1) {
    const expiredToken = await readToken(page)
    await api.advanceClock(lifetimeMinutes)
    await Promise.all(tabs.map((tab) => loadWithNewToken(tab, expiredToken)))
    expect(refreshes, `refreshes after lifetime ${lifetime}`).toEqual(Array(lifetime).fill(200))
    await Promise.all(tabs.map((tab) => tab.reload()))
    for (const tab of tabs) await expectLoggedIn(tab)
    expect(refreshes, 'a reload keeps the session and its token').toHaveLength(lifetime)
  }

  // No page of the app is open while the next token expires.
  await second.close()
  await page.goto('about:blank')
  await api.advanceClock(lifetimeMinutes)
  // In real use the browser's clock would have advanced too.
  const ahead = String(api.clockAheadMs)
  await page.addInitScript((ms) => localStorage.setItem('tendwell.clock-ahead', ms), ahead)
  await page.goto('/account')
  await expectLoggedIn(page)
  expect(refreshes).toEqual(Array(lifetimes + 1).fill(200))
})

test('logging out or in in one tab does the same in the other', async ({ page, api }) => {
  const person = await openAccount(page, api, 'Uma')
  const second = await page.context().newPage()
  await second.goto('/account')
  await expectLoggedIn(second)

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(second).toHaveURL('/login?next=%2Faccount')
  await expect(second.getByRole('button', { name: /^Account/ })).toHaveCount(0)

  await logIn(second, person)
  await expectLoggedIn(second)
  await expect(page.getByRole('button', { name: `Account: ${person.name}` })).toBeVisible()
})

test('logging a device out asks first and ends its session', async ({ openPage, api }) => {
  const person = createPerson('Rhea')
  const page = await openPage(await api.register(person))
  const lost = await openPage(null, phone)
  await lost.goto('/login?next=/requests')
  await logIn(lost, person)
  await page.goto('/account')

  const sessions = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  const row = sessions.filter({ hasText: 'Safari on iPhone' })
  await expect(row).toContainText('127.0.0.1')
  await expect(row).toContainText('Last active')
  await expect(sessions.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)

  await row.getByRole('button', { name: 'Log out Safari on iPhone' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: 'Log out Safari on iPhone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out device' }).click()
  await expect(row).toHaveCount(0)
  await expect(lost).toHaveURL('/login?next=%2Frequests')
})
