/** Chat between two people, each in their own browser. */
import { expect, type Page, test } from './fixtures.ts'
import { approach, box, log, write } from './steps/chat.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

test('a first message starts a conversation, notifies the caregiver, and is read and answered', async ({
  openPage,
  api,
}) => {
  const { family, caregiver, name } = await approach(api, openPage)
  await caregiver.goto('/caregiver/bookings')
  const icon = caregiver.getByRole('link', { name: /^Messages/ }).first()
  await expect(icon).toHaveAccessibleName('Messages')

  await write(family, 'Good day, see https://example.com/plan, and javascript:alert(1)')
  await expect(log(family).getByText('Sent')).toBeVisible()
  await expect(log(family).getByRole('link')).toHaveCount(1)
  await expect(log(family).getByRole('link')).toHaveAttribute('rel', /noopener/)

  await expect(icon).toHaveAccessibleName('Messages, 1 unread')
  await bell(caregiver).click()
  const notice = caregiver.getByRole('link', { name: `${name} (Family) started a conversation with you` })
  await expect(notice).toBeVisible()
  await expect(log(family).getByText('Read')).toHaveCount(0)
  await notice.click()
  await expect(log(caregiver)).toContainText('Good day')
  await expect(log(family).getByText('Read')).toBeVisible()
  await expect(icon).toHaveAccessibleName('Messages')
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
