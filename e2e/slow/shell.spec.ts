/** What the header and the router do that only a browser lays out and scrolls. */
import pg from 'pg'
import { createPerson } from '../api.ts'
import { expect, test, workerName } from '../fixtures.ts'
import { databaseUrlOf } from '../template.ts'

test('a new page opens at the top, a reload keeps the scroll position, and a topic of the help is scrolled to', async ({
  page,
}) => {
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 400))
  await page.reload()
  await expect.poll(scrolled).toBe(400)
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
  expect(await scrolled()).toBe(0)
  await page.goto('/help')
  const topic = page.getByRole('heading', { level: 2, name: 'Disputes' })
  await expect(topic).not.toBeInViewport()
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Disputes' }).click()
  await expect(topic).toBeInViewport()
})

test('the bell shows two long notifications in full, and scrolls to the rest', async ({ openPage, api }) => {
  const family = await api.register(createPerson('Bella'))
  await notifyAtLength(family.user.id)
  const page = await openPage(family)
  await page.goto('/help')
  await page.getByRole('button', { name: /^Notifications, \d unread$/ }).click()
  const links = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('link')
    .filter({ hasText: 'Letter' })
  await expect(links.nth(1)).toBeInViewport({ ratio: 1 })
  await expect(links.nth(3)).not.toBeInViewport()
  await links.nth(3).scrollIntoViewIfNeeded()
  await expect(links.nth(3)).toBeInViewport()
})

/** Gives a person five notifications of three lines each; no call of the API writes one that long. */
async function notifyAtLength(userId: number): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrlOf(workerName(test.info().workerIndex)) })
  await database.connect()
  await database.query(
    `INSERT INTO notifications (user_id, type, payload, cause, created_at)
     SELECT $1, 'chat_message', jsonb_build_object('message', 'Letter ' || n || ': ' || repeat('a long one, ', 12)),
       'letter:' || n, now()
     FROM generate_series(1, 5) AS n`,
    [userId],
  )
  await database.end()
}

test('a screen asks a busy server again before it says that something failed', async ({
  openPage,
  api,
  problems,
}) => {
  problems.allow(/503/)
  const page = await openPage(await api.register(createPerson('Bibi')))
  const calls: string[] = []
  // Each call is refused twice.
  await page.route('**/api/**', async (route) => {
    const url = route.request().url()
    calls.push(url)
    if (calls.filter((call) => call === url).length > 2) return route.continue()
    await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { detail: 'Very busy' } })
  })
  await page.goto('/requests')
  await expect(page.getByText('No requests yet')).toBeVisible()
  await expect(page.getByText('Failed to load requests')).toHaveCount(0)
  expect(calls.filter((url) => url.includes('/api/requests/mine/')).length).toBeGreaterThan(2)
})

test('nothing moves when a field of a phone loses the focus, so the first press on a button saves', async ({
  openPage,
  api,
}) => {
  const page = await openPage(await api.register(createPerson('Thea')), {
    viewport: { width: 390, height: 844 },
  })
  await page.goto('/caretaker/profile')
  await page.getByRole('button', { name: 'Add Child' }).click()
  await page.getByLabel('Child name').fill('Noah')
  await page.getByRole('button', { name: 'Or just the age' }).click()
  await page.getByRole('textbox', { name: /^Age/ }).fill('3')
  const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookings' })
  await expect(tabs).toBeInViewport({ ratio: 1 })
  const save = page.getByRole('button', { name: 'Save Children' })
  await save.click({ trial: true })
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT', { timeout: 15_000 })
  await save.click()
  expect((await saved).status()).toBe(200)
  await expect(page).toHaveURL('/caretaker/profile')
})
