/** What the header and the router do that only a browser lays out and scrolls. */
import { createPerson, demo } from '../api.ts'
import { expect, test } from '../fixtures.ts'

test('a new page opens at the top, and a reload keeps the scroll position', async ({ page }) => {
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 400))
  await page.reload()
  await expect.poll(scrolled).toBe(400)
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
  expect(await scrolled()).toBe(0)
})

test('the bell shows two long notifications in full, and scrolls to the rest', async ({ openPage, api }) => {
  const page = await openPage(await api.logIn(demo.family))
  const results = Array.from({ length: 5 }, (_, index) => ({
    id: index + 1,
    type: 'chat_message',
    created_at: '2026-01-01T00:00:00Z',
    read_at: null,
    payload: { message: `Letter ${index + 1}: ${'a long one, '.repeat(12)}` },
  }))
  await page.route('**/api/notifications/?*', (route) =>
    route.fulfill({ json: { count: results.length, next: null, previous: null, results } }),
  )
  await page.goto('/help')
  await page.getByRole('button', { name: 'Notifications, 5 unread' }).click()
  const links = page.getByRole('region', { name: 'Notifications' }).getByRole('link')
  await expect(links.nth(1)).toBeInViewport({ ratio: 1 })
  await expect(links.nth(3)).not.toBeInViewport()
  await links.nth(3).scrollIntoViewIfNeeded()
  await expect(links.nth(3)).toBeInViewport()
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
