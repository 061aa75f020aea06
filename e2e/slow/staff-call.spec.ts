/** A family calls support about a booking. */
import { createPerson } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { addBookingSoon, addCaregiver } from '../steps/bookings.ts'
import { addStaff } from '../steps/staff.ts'

test('a family calls about a booking: support finds it by number, reads it, refunds half, and leaves a note', async ({
  openPage,
  api,
}) => {
  const caregiver = await addCaregiver(api, 'Hana')
  const family = await api.register(createPerson('Uma'))
  const { id } = await addBookingSoon(api, family, caregiver)
  const chat = { caregiver_id: caregiver.user.id, text: 'Please bring the blue bag.' }
  await api.call(family, 'POST', '/api/chat/conversations/create', chat)

  const desk = await openPage(await addStaff(api, 'support'))
  await desk.goto('/admin')
  await desk.getByRole('button', { name: 'Find a record' }).press('Control+K')
  await desk.getByLabel('Name, email or number').fill(`#${id}`)
  await expect(desk.getByRole('option', { name: `Booking #${id}` })).toBeVisible()
  await expect(desk.getByRole('option', { name: /^Payment/ })).toHaveCount(0)
  await desk.getByRole('option', { name: `Booking #${id}` }).click()
  await expect(desk).toHaveURL(`/admin/bookings/${id}`)
  await expect(desk.getByRole('region', { name: 'Timeline' })).toContainText('paid')
  await desk.getByRole('button', { name: 'Read messages' }).click()
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: /Reason/ })
    .click()
  await desk.getByRole('option', { name: 'A question about a booking' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Show' }).click()
  await expect(desk.getByText('Please bring the blue bag.')).toBeVisible()

  await desk.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = desk.getByRole('alertdialog')
  await expect(dialog).toContainText('$48.00')
  await dialog.getByRole('button', { name: /Reason/ }).click()
  await desk.getByRole('option', { name: 'Change of plans' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The family called: grandmother is visiting.')
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  const notes = desk.getByRole('region', { name: 'Notes' })
  await expect(notes).toContainText('grandmother is visiting')
  await notes.getByRole('textbox', { name: 'New note' }).fill('They will book again in January.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByText('They will book again in January.', { exact: true })).toBeVisible()

  for (const { user } of [family, caregiver]) {
    const mail = await api.readMail(user.email, 'canceled')
    expect(mail).toContain('$48.00')
    expect(mail).not.toContain('grandmother')
  }
  const home = await openPage(family)
  await home.goto(`/bookings/${id}`)
  await expect(home.getByText('Tendwell canceled this visit for the family, refund of $48.00')).toBeVisible()
  await expect(home.getByText('grandmother is visiting')).toHaveCount(0)
})
