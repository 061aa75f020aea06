/** Reports of a message and a profile, and what a moderator decides. @see docs/rules/safety.md */
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { createPerson, demo } from '../api.ts'
import { expect, open, type Page, test } from '../fixtures.ts'
import { expectAccessible, expectAccessibleInBoth } from '../steps/accessibility.ts'
import { addBooking, addCaregiver } from '../steps/bookings.ts'
import { log } from '../steps/chat.ts'
import { enterPassword } from '../steps/two-step.ts'

const INSULT = 'Pay me in cash, or find someone else.'

/** Fills in the open report dialog and sends it. */
async function sendReport(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Report / })
  await dialog.getByRole('button', { name: /What’s wrong/ }).click()
  await page.getByRole('option', { name: reason }).click()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
}

test('a family reports a message, and a moderator hides it, warns, and later suspends the caregiver', async ({
  openPage,
  api,
}) => {
  const family = await api.register(createPerson('Faye'))
  const caregiver = await addCaregiver(api, 'Cleo')
  const { id, full_name: name, email } = caregiver.user
  const { conversation } = await api.call<{ conversation: { id: number } }>(
    family,
    'POST',
    '/api/chat/conversations/create/',
    { caregiver_id: id, text: 'Can you come on Friday?' },
  )
  const messages = `/api/chat/conversations/${conversation.id}/messages/`
  await api.call(caregiver, 'POST', messages, { text: INSULT })
  await addBooking(api, family, caregiver)
  const [familyPage, caregiverPage, moderator] = [
    await openPage(family),
    await openPage(caregiver),
    await openPage(await api.logIn(demo.admin)),
  ]
  await caregiverPage.goto(`/chat?conversationId=${conversation.id}`)
  await expect(log(caregiverPage)).toContainText(INSULT)

  await test.step('the family reports the message from the chat', async () => {
    await familyPage.goto(`/chat?conversationId=${conversation.id}`)
    await familyPage.getByRole('button', { name: `More about this message by ${name}` }).click()
    await familyPage.getByRole('menuitem', { name: 'Report message' }).click()
    await expect(familyPage.getByRole('dialog', { name: 'Report this message' })).toBeVisible()
    await expectAccessibleInBoth(familyPage, 'the report dialog')
    await sendReport(familyPage, 'Asks to pay outside Tendwell')
    await expectAccessibleInBoth(familyPage, 'a sent report')
    await familyPage.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the moderator reads the messages around, hides it and warns', async () => {
    await moderator.goto('/admin')
    await moderator.getByRole('link', { name: /reports? to review/ }).click()
    await expectAccessible(moderator, 'the list of reports')
    // The list shows no words of messages: reading them is recorded.
    const row = moderator.getByRole('row').filter({ hasText: family.user.full_name })
    await expect(row).not.toContainText(INSULT)
    await row.getByRole('link', { name: /^#/ }).click()
    await moderator.getByRole('button', { name: 'Read messages' }).click()
    await expect(moderator.getByRole('list', { name: 'Messages' })).toContainText('Can you come on Friday?')
    await expectAccessible(moderator, 'a report')
    await moderator.getByRole('button', { name: 'Take action' }).click()
    await moderator.getByRole('checkbox', { name: /^Hide the message/ }).check({ force: true })
    await moderator.getByRole('checkbox', { name: /^Warn / }).check({ force: true })
    await moderator.getByLabel(/^Message to them/).fill('Please keep payments on Tendwell.')
    await expectAccessibleInBoth(moderator, 'the decision')
    await moderator.getByRole('button', { name: 'Save decision' }).click()
    await expect(moderator.getByText('Hidden, warned')).toBeVisible()
  })

  await test.step('both see the notice at once and read why', async () => {
    for (const page of [familyPage, caregiverPage]) {
      await expect(log(page)).toContainText('Removed by Tendwell')
      await expect(log(page)).not.toContainText(INSULT)
    }
    expect(await api.readMail(email, 'We removed one of your messages')).toContain(
      'Please keep payments on Tendwell.',
    )
    await api.readMail(family.user.email, 'We looked at your report')
  })

  await test.step('a suspension cancels the booking ahead, after it was shown', async () => {
    await open(familyPage, `/caregivers/${id}`)
    await familyPage.getByRole('button', { name: `Report ${name}` }).click()
    await sendReport(familyPage, 'Scam or false identity')
    await moderator.goto('/admin/reports?kind=profile')
    const row = moderator.getByRole('row').filter({ hasText: family.user.full_name })
    await row.getByRole('link', { name: /^#/ }).click()
    await moderator.getByRole('button', { name: 'Take action' }).click()
    await moderator.getByRole('checkbox', { name: /^Suspend the account/ }).check({ force: true })
    const until = addDays(toLocalDate(api.now(), 'UTC'), 60)
    await moderator.getByLabel(/^Active again on/).fill(until)
    await expect(moderator.getByText(/^1 paid booking ahead/)).toBeVisible()
    await moderator.getByLabel(/^Message to them/).fill('We need to look into this first.')
    await expectAccessibleInBoth(moderator, 'a suspension')
    await moderator.getByRole('button', { name: 'Suspend account' }).click()
    await expect(
      moderator.getByRole('region', { name: 'Decision' }).getByText('Suspended until'),
    ).toBeVisible()
  })

  await test.step('the caregiver is logged out, and the family gets its money back', async () => {
    await expect(caregiverPage).toHaveURL(/\/login/)
    await enterPassword(caregiverPage, { email, password: caregiver.password })
    const refusal = caregiverPage.getByRole('main').getByText(/^This account is suspended until /)
    await expect(refusal).toBeVisible()
    await expect(caregiverPage).toHaveURL(/\/login/)
    await expectAccessibleInBoth(caregiverPage, 'the login of a suspended account')
    await api.readMail(email, 'is suspended for now')
    await familyPage.goto('/bookings?when=past')
    await expect(familyPage.getByText('Canceled', { exact: true }).first()).toBeVisible()
  })
})
