/** Caregivers withdraw what they earned, and finance helps a payout that is stuck. */
import pg from 'pg'
import { expect, test, workerName } from '../fixtures.ts'
import { addEarner } from '../steps/bookings.ts'
import { send } from '../steps/screens.ts'
import { addStaff } from '../steps/staff.ts'
import { databaseUrlOf } from '../template.ts'

test.use({ product: 'payouts' })

const BANK = { routing: '110000000', account: '000123456789' }

test('a caregiver sets up payouts and withdraws, and the payout becomes paid', async ({ openPage, api }) => {
  const page = await openPage(await addEarner(api, 'Hannah'))
  await page.goto('/caregiver/wallet')
  await expect(page.getByText('No payout requests yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByLabel('Account holder').fill('Hannah')
  await page.getByLabel('Routing number').fill(BANK.routing)
  await page.getByLabel('Account number').fill(BANK.account)
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await page.waitForURL('/caregiver/wallet')
  await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeInViewport()
  await page.getByRole('textbox', { name: 'Amount to withdraw' }).fill('10.50')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('button', { name: 'Withdraw $10.50' }).click()
  const row = page.getByRole('region', { name: 'Payout Requests' }).getByRole('row', { name: '$10.50' })
  await expect(row).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('−$10.50')

  // The provider pays out some minutes after it has taken the payout, so the clock must not move before that.
  await expect(row).toContainText('Processing')
  await api.advanceClock(5)
  await page.reload()
  await expect(row).toContainText('Paid')
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
  const caregiver = await addEarner(api, 'Ines')
  const { url } = await api.call<{ url: string }>(caregiver, 'POST', '/api/payouts/onboarding-link')
  await api.fetch(null, 'POST', url, new URLSearchParams({ holder: 'Ines', ...BANK }))
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
