/** Blocks and contact details in the chat, with both people's browsers open. @see docs/rules/safety.md */
import { createPerson } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { expectAccessibleInBoth } from '../steps/accessibility.ts'
import { addAcceptedRequest, addCaregiver } from '../steps/bookings.ts'
import { box, log, write } from '../steps/chat.ts'

test('a caregiver blocks a family from the chat, both follow at once, and lifts the block again', async ({
  openPage,
  api,
  problems,
}) => {
  // The blocked family's page of the caregiver.
  problems.allow(/404/)
  const caregiverSession = await addCaregiver(api, 'Nora')
  const familySession = await api.register(createPerson('Fay'))
  await addAcceptedRequest(api, familySession, caregiverSession)
  const { full_name: name } = familySession.user
  const { full_name: caregiverName, id: caregiverId } = caregiverSession.user
  const [family, caregiver] = [
    await openPage(familySession),
    await openPage(caregiverSession, { viewport: { width: 390, height: 844 } }),
  ]
  await family.goto(`/chat?caregiverId=${caregiverId}`)
  await write(family, 'Call me on +1 212 555 0142')
  await expect(
    log(family).getByText(/^Your message has contact details, or looks like a payment elsewhere\. Keep/),
  ).toBeVisible()
  await caregiver.goto('/chat')
  await caregiver.getByRole('link', { name: new RegExp(name) }).click()
  await expect(log(caregiver).getByText(/^Keep payments on Tendwell to stay protected\./)).toBeVisible()
  await expectAccessibleInBoth(caregiver, 'a marked message')

  await caregiver.getByRole('button', { name: `More about ${name}` }).click()
  await caregiver.getByRole('menuitem', { name: `Block ${name}` }).click()
  const dialog = caregiver.getByRole('alertdialog', { name: `Block ${name}?` })
  await dialog.getByRole('button', { name: /Reason/ }).click()
  await caregiver.getByRole('option', { name: 'Asks to pay outside Tendwell' }).click()
  await expectAccessibleInBoth(caregiver, 'the block dialog')
  await dialog.getByRole('button', { name: 'Block' }).click()

  await expect(caregiver.getByText(`You blocked ${name}.`)).toBeVisible()
  await expect(box(caregiver)).toHaveCount(0)
  await expectAccessibleInBoth(caregiver, 'a blocked conversation')
  await expect(family.getByText(/^You can’t message this person right now/)).toBeVisible()
  await expect(box(family)).toHaveCount(0)
  await expect(log(family)).toContainText('Call me')
  await expect(family.getByRole('region', { name: 'Conversation' })).not.toContainText(/block/i)

  await family.goto('/requests')
  await expect(family.getByRole('article').getByText('Closed', { exact: true })).toBeVisible()
  await family.goto(`/caregivers/${caregiverId}`)
  await expect(family.getByText('Failed to load caregiver')).toBeVisible()
  await family.goto(`/caregivers?q=${encodeURIComponent(caregiverName)}`)
  await expect(family.getByText('No caregivers found')).toBeVisible()

  await family.goto(`/chat?caregiverId=${caregiverId}`)
  await expect(family.getByText(/^You can’t message this person right now/)).toBeVisible()
  await caregiver.goto('/account')
  await caregiver.getByRole('button', { name: `Unblock ${name}` }).click()
  const question = caregiver.getByRole('alertdialog', { name: `Unblock ${name}?` })
  await expectAccessibleInBoth(caregiver, 'the unblock dialog')
  await question.getByRole('button', { name: 'Unblock' }).click()
  await expect(caregiver.getByText('You haven’t blocked anyone.')).toBeVisible()
  await write(family, 'Sorry, I did not know')
  await expect(log(family).getByText('Sent')).toBeVisible()
})
