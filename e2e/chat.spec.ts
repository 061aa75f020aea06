/** Chat between two people, each in their own browser. */
import { type Api, createPerson, demo, type Session } from './api.ts'
import { expect, type Page, test } from './fixtures.ts'

const box = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const log = (page: Page) => page.getByRole('log')
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

async function write(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await box(page).fill(text)
    await box(page).press('Enter')
  }
}

/** Opens the pages of the demo caregiver and of a new family, the latter on their empty conversation. */
async function approach(api: Api, openPage: (session: Session) => Promise<Page>) {
  const person = await api.register(createPerson('Family'))
  const caregiver = await api.logIn(demo.caregiver)
  const [family, caregiverPage] = [await openPage(person), await openPage(caregiver)]
  await family.goto(`/chat?caregiverId=${caregiver.user.id}`)
  await expect(family.getByText(`Say hello to ${caregiver.user.full_name}`)).toBeVisible()
  return { family, caregiver: caregiverPage, name: person.user.full_name }
}

test('a first message starts a conversation, notifies the caregiver, and is read and answered', async ({
  openPage,
  api,
}) => {
  const { family, caregiver, name } = await approach(api, openPage)
  await caregiver.goto('/caregiver/bookings')
  const icon = caregiver.getByRole('link', { name: /^Messages/ }).first()
  await expect(icon).toHaveAccessibleName(/unread/)
  const before = Number(/\d+/.exec((await icon.getAttribute('aria-label')) ?? '')?.[0])

  await write(family, 'Good day, see https://example.com/plan, and javascript:alert(1)')
  await expect(log(family).getByText('Sent')).toBeVisible()
  await expect(log(family).getByRole('link')).toHaveCount(1)
  await expect(log(family).getByRole('link')).toHaveAttribute('rel', /noopener/)

  await expect(icon).toHaveAccessibleName(`Messages, ${before + 1} unread`)
  await bell(caregiver).click()
  const notice = caregiver.getByRole('link', { name: `${name} started a conversation with you` })
  await expect(notice).toBeVisible()
  await expect(log(family).getByText('Read')).toHaveCount(0)
  await notice.click()
  await expect(log(caregiver)).toContainText('Good day')
  await expect(log(family).getByText('Read')).toBeVisible()
  await expect(icon).toHaveAccessibleName(before > 0 ? `Messages, ${before} unread` : 'Messages')
  await bell(caregiver).click()
  await expect(caregiver.getByRole('region', { name: 'Notifications' })).not.toContainText(name)

  await box(caregiver).fill('Good day to you')
  await box(caregiver).press('Shift+Enter')
  await box(caregiver).pressSequentially('Tell me more')
  await expect(log(family)).not.toContainText('Tell me more')
  await box(caregiver).press('Enter')
  await expect(log(family)).toContainText('Good day to you\nTell me more', { useInnerText: true })
  await expect(log(caregiver).getByText('Read')).toBeVisible()

  await box(family).fill('Not finished')
  await family.reload()
  await expect(box(family)).toHaveValue('Not finished')
  await expect(family.getByRole('list', { name: 'Conversations' })).toContainText('Good day to you')
  await family.getByRole('button', { name: /^Account/ }).click()
  await family.getByRole('button', { name: 'Logout' }).click()
  await expect(family.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  const keys = await family.evaluate(() => Object.keys(localStorage).join())
  expect(keys, 'logging out deletes drafts').not.toContain('tendwell.user')
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
