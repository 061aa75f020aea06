/** A paid booking is canceled, and its hours are free again. */
import { createPerson } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { addBookingSoon, addCaregiver } from '../steps/bookings.ts'
import { cancelVisit } from '../steps/screens.ts'

test('a family cancels two days ahead, gets half back, and the hours are free again', async ({
  openPage,
  api,
}) => {
  const caregiver = await addCaregiver(api, 'Hana')
  const family = await api.register(createPerson('Uma'))
  const request = await addBookingSoon(api, family, caregiver)

  const page = await openPage(family)
  await page.goto(`/bookings/${request.id}`)
  await expect(page.getByText('If you cancel now, you get $48.00 of $96.00 back.')).toBeVisible()
  await cancelVisit(page, 'Change of plans')
  await expect(page.getByText('You canceled this visit, refund of $48.00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeHidden()

  const visitor = await openPage()
  await visitor.goto(`/caregivers/${caregiver.user.id}`)
  await expect(visitor.getByRole('link', { name: /^Book .*12:00 PM/ }).first()).toBeVisible()
  const mail = await api.readMail(caregiver.user.email, 'canceled your')
  expect(mail).toContain('$48.00')
})
