/** Chat between two people, each in their own browser. */
import { expect, type Page, test } from './fixtures.ts'
import { logIn, type Person, register, someone } from './steps/accounts.ts'
import { enter } from './steps/money.ts'
import { enterAs } from './steps/session.ts'

const box = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const log = (page: Page) => page.getByRole('log')
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

async function write(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await box(page).fill(text)
    await box(page).press('Enter')
  }
}

/** Registers a family and opens its empty conversation with the demo caregiver. @returns the family */
async function approach(family: Page, caregiver: Page): Promise<Person> {
  const person = someone('Family')
  await register(family, person)
  await logIn(family, person)
  const { user } = await enterAs(caregiver, 'caregiver')
  await family.goto(`/chat?caregiverId=${user.id}`)
  await expect(family.getByText(`Say hello to ${user.full_name}`)).toBeVisible()
  return person
}

test('a first message starts a conversation, notifies the caregiver, and is read and answered', async ({
  page,
  openPage,
}) => {
  const family = await openPage()
  const person = await approach(family, page)
  await page.goto('/caregiver/bookings')
  const icon = page.getByRole('link', { name: /^Messages/ }).first()
  await expect(icon).toHaveAccessibleName(/unread/)
  const before = Number(/\d+/.exec((await icon.getAttribute('aria-label')) ?? '')?.[0])

  await write(family, 'Good day, see https://example.com/plan, and javascript:alert(1)')
  await expect(log(family).getByText('Sent')).toBeVisible()
  await expect(log(family).getByRole('link')).toHaveCount(1)
  await expect(log(family).getByRole('link')).toHaveAttribute('rel', /noopener/)

  await expect(icon).toHaveAccessibleName(`Messages, ${before + 1} unread`)
  await bell(page).click()
  const notice = page.getByRole('link', { name: `${person.name} started a conversation with you` })
  await expect(notice).toBeVisible()
  await expect(log(family).getByText('Read')).toHaveCount(0)
  await notice.click()
  await expect(log(page)).toContainText('Good day')
  await expect(log(family).getByText('Read')).toBeVisible()
  await expect(icon).toHaveAccessibleName(before > 0 ? `Messages, ${before} unread` : 'Messages')
  await bell(page).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText(person.name)

  await box(page).fill('Good day to you')
  await box(page).press('Shift+Enter')
  await box(page).pressSequentially('Tell me more')
  await expect(log(family)).not.toContainText('Tell me more')
  await box(page).press('Enter')
  await expect(log(family)).toContainText('Good day to you\nTell me more', { useInnerText: true })
  await expect(log(page).getByText('Read')).toBeVisible()

  await box(family).fill('Not finished')
  await family.reload()
  await expect(box(family)).toHaveValue('Not finished')
  await expect(family.getByRole('list', { name: 'Conversations' })).toContainText('Good day to you')
  await family.getByRole('button', { name: /^Account/ }).click()
  await family.getByRole('button', { name: 'Logout' }).click()
  await expect(family.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  const kept = await family.evaluate(() => Object.keys(localStorage).join())
  expect(kept, 'logging out deletes drafts').not.toContain('kept')
})

test('opening another conversation never shows the previous person', async ({ page, problems }) => {
  problems.allow(/50\d/)
  const person = someone('Family')
  await register(page, person)
  const { results } = await (await page.request.get('/api/auth/caregivers/')).json()
  const [one, other] = results as [{ id: number; full_name: string }, { id: number; full_name: string }]
  await enter(page, person)
  await page.goto(`/chat?caregiverId=${one.id}`)
  await expect(box(page)).toHaveAccessibleName(`Message to ${one.full_name}`)

  await page.route(`**/api/auth/caregivers/${other.id}/`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.evaluate((address) => {
    history.pushState({ ...history.state, key: 'other', idx: history.state.idx + 1 }, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, `/chat?caregiverId=${other.id}`)
  await expect(page.getByText('Failed to load conversation')).toBeVisible()
  await expect(box(page)).toHaveCount(0)
  await page.unroute(`**/api/auth/caregivers/${other.id}/`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(box(page)).toHaveAccessibleName(`Message to ${other.full_name}`)
})

test('a long conversation keeps its scroll position and counts as read once its end is visible', async ({
  page,
  openPage,
}) => {
  const family = await openPage()
  const { user, access } = await enterAs(page, 'caregiver')
  const person = someone('Family')
  await register(family, person)
  const { email, password } = person
  const session = await (await family.request.post('/api/auth/login/', { data: { email, password } })).json()
  const call = (token: string, path: string, data: object) =>
    family.request.post(path, { data, headers: { authorization: `Bearer ${token}` } })
  const first = await call(session.access, '/api/chat/conversations/create/', {
    caregiver_id: user.id,
    text: 'line 1',
  })
  const { conversation } = await first.json()
  const messages = `/api/chat/conversations/${conversation.id}/messages/`
  for (let line = 2; line <= 70; line += 1) await call(session.access, messages, { text: `line ${line}` })

  await page.goto(`/chat?conversationId=${conversation.id}`)
  const shown = page.getByRole('log').getByRole('listitem')
  await expect(shown.filter({ hasText: 'line 70' })).toBeInViewport()
  await expect(shown).toHaveCount(50)
  await page.getByRole('log').focus()
  const held = shown.filter({ hasText: 'line 23' })
  await held.scrollIntoViewIfNeeded()
  await expect(shown).toHaveCount(70)
  await expect(held).toBeInViewport()
  await expect(shown.filter({ hasText: /line 1$/ })).not.toBeInViewport()

  await call(session.access, messages, { text: 'line 71' })
  const jump = page.getByRole('button', { name: '1 new message' })
  await expect(jump).toBeVisible()
  await expect(held).toBeInViewport()
  const newest = async () =>
    (
      await (await page.request.get(messages, { headers: { authorization: `Bearer ${access}` } })).json()
    ).results.at(-1)
  expect((await newest()).read_at).toBeNull()
  await jump.click()
  await expect(shown.filter({ hasText: 'line 71' })).toBeInViewport()
  await expect.poll(async () => (await newest()).read_at).not.toBeNull()
  await expect(jump).toHaveCount(0)
})

test('messages written offline are sent once and in order, even after a reload', async ({
  page,
  openPage,
  problems,
}) => {
  problems.allow(/WebSocket|ERR_INTERNET_DISCONNECTED/)
  const family = await openPage()
  const person = await approach(family, page)
  await write(family, 'zero')
  await expect(log(family).getByText('Sent')).toBeVisible()
  await page.goto('/chat')
  await page.getByRole('link', { name: new RegExp(person.name) }).click()
  const said = () => log(page).getByRole('listitem').locator('.whitespace-pre-wrap').allInnerTexts()
  await expect.poll(said).toEqual(['zero'])

  await family.context().setOffline(true)
  await expect(family.getByText('No connection at the moment')).toBeVisible()
  await write(family, 'one', 'two')
  await expect(log(family).getByText('Waiting for the connection')).toBeVisible()
  await family.context().setOffline(false)
  await expect.poll(said).toEqual(['zero', 'one', 'two'])
  await expect(log(family).getByText('Read')).toBeVisible()

  await family.context().setOffline(true)
  await expect(family.getByText('No connection at the moment')).toBeVisible()
  await write(family, 'three', 'four')
  const { href } = await family.evaluate(() => ({ href: location.href }))
  await family.goto('about:blank')
  await family.context().setOffline(false)
  const [other] = [await family.context().newPage()]
  await Promise.all([family.goto(href), other.goto(href)])
  await expect.poll(said).toEqual(['zero', 'one', 'two', 'three', 'four'])
  await expect(log(family)).toContainText('four')
  await expect(log(other)).toContainText('four')
  await expect(log(family).getByText('Sending')).toHaveCount(0)
  await page.reload()
  await expect.poll(said).toEqual(['zero', 'one', 'two', 'three', 'four'])
})
