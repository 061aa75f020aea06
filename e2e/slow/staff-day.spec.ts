/** A day of the staff: a call about a booking, and a payout that is stuck. */
import type { BookingRequest } from '@tendwell/contract/bookings'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import pg from 'pg'
import { createPerson, demo } from '../api.ts'
import { expect, test, workerName } from '../fixtures.ts'
import { addCaregiver, payRequest } from '../steps/bookings.ts'
import { send } from '../steps/screens.ts'
import { addStaff } from '../steps/staff.ts'
import { databaseUrlOf } from '../template.ts'

test('a family calls about a booking: support finds it by number, reads it, refunds half, and leaves a note', async ({
  openPage,
  api,
}) => {
  const caregiver = await addCaregiver(api, 'Hana')
  const family = await api.register(createPerson('Uma'))
  const date = addDays(toLocalDate(api.now(), 'America/New_York'), 2)
  await api.call(caregiver, 'POST', '/api/availability/overrides/', {
    caregiver: caregiver.user.id,
    date_local: date,
    is_available: true,
    windows: [{ start_local: '12:00', end_local: '14:00' }],
  })
  const { id } = await api.call<BookingRequest>(family, 'POST', '/api/requests/', {
    caregiver_id: caregiver.user.id,
    timezone: 'America/New_York',
    windows: [{ date, start: '12:00', end: '14:00' }],
  })
  await api.call(caregiver, 'PATCH', `/api/requests/${id}/status/`, { status: 'accepted' })
  await payRequest(api, family, id)
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
    const mail = await api.readMail(user.email, 'booking was canceled')
    expect(mail).toContain('$48.00')
    expect(mail).not.toContain('grandmother')
  }
  const home = await openPage(family)
  await home.goto(`/bookings/${id}`)
  await expect(home.getByText('Canceled by Tendwell, $48.00 refunded')).toBeVisible()
  await expect(home.getByText('grandmother is visiting')).toHaveCount(0)
})

test('finance sees a payout that has to wait for money, retries it once it is there, and it arrives', async ({
  openPage,
  api,
}) => {
  const database = new pg.Client({ connectionString: databaseUrlOf(workerName(test.info().workerIndex)) })
  await database.connect()
  // Our balance at the provider is empty until the money comes back.
  await database.query(
    `INSERT INTO sandbox.movements (reference, account_id, amount_cents, created_at)
     VALUES ('out', NULL, -100000000, now())`,
  )
  const caregiver = await api.logIn(demo.caregiver)
  const { id } = await api.call<{ id: number }>(caregiver, 'POST', '/api/payouts', { amount: 11.5 })

  // Its first attempt, and later the second, is a job.
  await api.advanceClock(0)

  const desk = await openPage(await addStaff(api, 'finance'))
  await desk.goto('/admin')
  await desk
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: /payout/ })
    .click()
  const row = desk.getByRole('table', { name: 'Payouts' }).getByRole('row', { name: '$11.50' })
  await expect(row).toContainText('Stuck')
  await database.query(`DELETE FROM sandbox.movements WHERE reference = 'out'`)
  await database.end()
  await send(desk, row.getByRole('button', { name: `Retry payout ${id}` }))
  await api.advanceClock(0)
  await desk.goto(`/admin/payouts?q=${id}`)
  await expect(row).toContainText('On its way')
  await api.advanceClock(5)
  await desk.reload()
  await expect(row).toContainText('Arrived')
  await expect(row.getByRole('button')).toHaveCount(0)
})
