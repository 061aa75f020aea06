import { expect, test } from '../fixtures.ts'

/** A demo caregiver with earnings who has not set up payouts. */
const hannah = { email: 'hannah.whitfield@demo.tendwell.test', password: 'tendwell-demo' }

test('a caregiver sets up payouts and withdraws, and the payout becomes paid', async ({ openPage, api }) => {
  const page = await openPage(await api.logIn(hannah))
  await page.goto('/caregiver/wallet')
  await expect(page.getByText('No payout requests yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByLabel('Account holder').fill('Hannah Whitfield')
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill('000123456789')
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
