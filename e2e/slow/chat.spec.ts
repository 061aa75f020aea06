import { createPerson } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { addCaregiver } from '../steps/bookings.ts'
import { approach, log, write } from '../steps/chat.ts'

test('a long conversation keeps its scroll position and counts as read once its end is visible', async ({
  openPage,
  api,
}) => {
  const caregiver = await addCaregiver(api, 'Carla')
  const family = await api.register(createPerson('Family'))
  const first = { caregiver_id: caregiver.user.id, text: 'line 1' }
  type Created = { conversation: { id: number } }
  const { conversation } = await api.call<Created>(family, 'POST', '/api/chat/conversations/create/', first)
  const messages = `/api/chat/conversations/${conversation.id}/messages/`
  const say = (line: number) => api.call(family, 'POST', messages, { text: `line ${line}` })
  for (let line = 2; line <= 70; line += 1) await say(line)

  const page = await openPage(caregiver)
  await page.goto(`/chat?conversationId=${conversation.id}`)
  const shown = log(page).getByRole('listitem')
  await expect(shown.filter({ hasText: 'line 70' })).toBeInViewport()
  await expect(shown).toHaveCount(50)
  await log(page).focus()
  const held = shown.filter({ hasText: 'line 23' })
  await held.scrollIntoViewIfNeeded()
  await expect(shown).toHaveCount(70)
  await expect(held).toBeInViewport()
  await expect(shown.filter({ hasText: /line 1$/ })).not.toBeInViewport()

  await say(71)
  const jump = page.getByRole('button', { name: '1 new message' })
  await expect(jump).toBeVisible()
  await expect(held).toBeInViewport()
  type Messages = { results: { read_at: string | null }[] }
  const readAt = async () => (await api.call<Messages>(caregiver, 'GET', messages)).results.at(-1)?.read_at
  expect(await readAt()).toBeNull()
  await jump.click()
  await expect(shown.filter({ hasText: 'line 71' })).toBeInViewport()
  await expect.poll(readAt).not.toBeNull()
  await expect(jump).toHaveCount(0)
})

test('messages written offline are sent once and in order, even after a reload', async ({
  openPage,
  api,
  problems,
}) => {
  problems.allow(/WebSocket|ERR_INTERNET_DISCONNECTED/)
  const { family, caregiver, name } = await approach(api, openPage)
  await write(family, 'zero')
  await expect(log(family).getByText('Sent')).toBeVisible()
  await caregiver.goto('/chat')
  await caregiver.getByRole('link', { name: new RegExp(name) }).click()
  const texts = log(caregiver).getByRole('listitem').locator('.whitespace-pre-wrap')
  await expect(texts).toHaveText(['zero'])

  await family.context().setOffline(true)
  await expect(family.getByText('No connection. Your messages')).toBeVisible()
  await write(family, 'one', 'two')
  await expect(log(family).getByText('Waiting for connection')).toBeVisible()
  await family.context().setOffline(false)
  await expect(texts).toHaveText(['zero', 'one', 'two'])
  await expect(log(family).getByText('Read')).toBeVisible()

  await family.context().setOffline(true)
  await expect(family.getByText('No connection. Your messages')).toBeVisible()
  await write(family, 'three', 'four')
  const address = family.url()
  await family.goto('about:blank')
  await family.context().setOffline(false)
  const other = await family.context().newPage()
  await Promise.all([family.goto(address), other.goto(address)])
  await expect(texts).toHaveText(['zero', 'one', 'two', 'three', 'four'])
  await expect(log(family)).toContainText('four')
  await expect(log(other)).toContainText('four')
  await expect(log(family).getByText('Sending')).toHaveCount(0)
  await caregiver.reload()
  await expect(texts).toHaveText(['zero', 'one', 'two', 'three', 'four'])
})
