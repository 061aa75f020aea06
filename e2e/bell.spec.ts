/** The notification bell's states and paging. The specs of other features test the notifications themselves. */
import { expect, test } from './fixtures.ts'
import { enterAs } from './steps/session.ts'

test('the bell shows loading and failure, and marks all notifications as read', async ({
  page,
  problems,
}) => {
  problems.allow(/50\d/)
  let unread = Array.from({ length: 130 }, (_, index) => ({
    id: 1_000 - index,
    type: 'chat_message',
    created_at: '2026-01-01T00:00:00Z',
    read_at: null,
    payload: { message: `Letter ${index + 1}: ${'a long one, '.repeat(12)}` },
  }))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let fails = true
  await page.route('**/api/notifications/?*', async (route) => {
    await released
    if (fails) return route.fulfill({ status: 500, json: {} })
    const query = new URL(route.request().url()).searchParams
    const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 50)]
    const results = unread.slice((number - 1) * size, number * size)
    return route.fulfill({ json: { count: unread.length, next: null, previous: null, results } })
  })
  await page.route('**/api/notifications/mark-read/', (route) => {
    const { ids } = route.request().postDataJSON()
    unread = unread.filter(({ id }) => !ids.includes(id))
    return route.fulfill({ json: { message: 'Marked as read' } })
  })
  await enterAs(page, 'family')
  await page.goto('/help')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.click()
  const panel = page.getByRole('region', { name: 'Notifications' })
  await expect(panel.getByText('Loading…')).toBeAttached()
  await expect(panel).not.toContainText('No new notifications')
  release()
  await expect(panel).toContainText('Failed to load notifications')
  fails = false
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(bell).toHaveAccessibleName('Notifications, 130 unread')
  await expect(panel.getByRole('link')).toHaveCount(50)
  // Two long notifications are fully visible; the rest scrolls.
  const links = panel.getByRole('link')
  await expect(links.nth(1)).toBeInViewport({ ratio: 1 })
  await expect(links.nth(3)).not.toBeInViewport()
  await links.nth(3).scrollIntoViewIfNeeded()
  await expect(links.nth(3)).toBeInViewport()
  await panel.getByRole('button', { name: 'Mark all read' }).click()
  await expect(panel).toContainText('No new notifications')
  await expect(bell).toHaveAccessibleName('Notifications')
})
