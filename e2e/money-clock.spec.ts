/** Payments over time: an expired card page, a pending refund, a pending payout. These tests move the product's clock. */
import { expect, type Page, test } from './fixtures.ts'
import { someone } from './steps/accounts.ts'
import { payByCard } from './steps/family.ts'
import { acceptedRequest, call, DEMO_PASSWORD, enter } from './steps/money.ts'

/** Demo caregivers with earnings who have not set up payouts. */
const HANNAH = 'hannah.whitfield@demo.tendwell.test'
const FLORENCE = 'florence.ashby@demo.tendwell.test'

/** A test card whose refunds arrive a minute later. */
const REFUNDED_LATER = '4000 0000 0000 7726'

async function advance(page: Page, minutes: number): Promise<void> {
  const answer = await page.request.post('/dev/clock', { data: { advance_minutes: minutes } })
  expect(answer.status()).toBe(200)
}

test('an expired card page says so, and checkout opens a new one', async ({ page, problems }) => {
  // The expired page returns 410.
  problems.allow(/410/)
  test.setTimeout(120_000)
  const family = someone('Late')
  const { requestId } = await acceptedRequest(page, family, FLORENCE)
  await enter(page, family)
  await page.goto(`/checkout/${requestId}`)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  const expired = page.url()
  await advance(page, 61)
  await page.reload()
  await expect(page.getByText('This payment page has expired')).toBeVisible()
  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await expect(page.getByText('The payment was not completed in time')).toBeVisible()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect(page.url()).not.toBe(expired)
  await payByCard(page, '4242 4242 4242 4242')
  await page.waitForURL('/requests')
  await expect(page.getByRole('article')).toContainText('Paid and booked')
})

test('a payment for hours that are gone shows its refund as pending, then as refunded', async ({ page }) => {
  test.setTimeout(120_000)
  const family = someone('Slow')
  const { requestId, slot, caregiver } = await acceptedRequest(
    page,
    family,
    'layla.haddad@demo.tendwell.test',
  )
  await enter(page, family)
  await page.goto(`/checkout/${requestId}`)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await call(page, caregiver, '/api/availability/timeoff/', {
    method: 'POST',
    data: { start_utc: slot.start_utc, end_utc: slot.end_utc },
  })
  await payByCard(page, REFUNDED_LATER)
  await page.waitForURL(/\/payments\/success/)
  const outcome = page.url()
  await expect(page.getByText('Your money is on its way back')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your money is on its way back')).toBeVisible()
  await expect(page.getByText('Nothing was charged')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Choose other hours' })).toBeVisible()

  await page.getByRole('link', { name: 'Payment History' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'On its way back' })
    .getByRole('link', { name: /^Receipt/ })
    .click()
  await expect(page.getByRole('article')).toContainText(/, on its way/)

  await advance(page, 2)
  await page.goto(outcome)
  await expect(page.getByText('You are refunded in full')).toBeVisible()
  await page.goto('/payments/history')
  const row = page.getByRole('row').filter({ hasText: 'Refunded' })
  await expect(row).toContainText(/\$[\d.]+ refunded/)
  await row.getByRole('link', { name: /^Receipt/ }).click()
  await expect(page.getByRole('article')).toContainText('Paid after refunds')
  await page.goto(`/checkout/${requestId}`)
  await expect(page.getByText('Layla Haddad no longer offers these hours', { exact: true })).toBeVisible()
})

test('a caregiver sets up payouts and withdraws, and the payout becomes paid', async ({ page }) => {
  test.setTimeout(120_000)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, { email: HANNAH, password: DEMO_PASSWORD })
  await page.goto('/caregiver/wallet')
  await expect(page.getByText('No payout requests yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByLabel('Account holder').fill('Hannah Whitfield')
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await page.waitForURL('/caregiver/wallet')
  const amount = page.getByRole('textbox', { name: 'Amount to withdraw' })
  const withdraw = page.getByRole('button', { name: 'Withdraw' })
  await withdraw.click()
  await expect(page.getByText('Enter an amount above 0, with at most two decimals')).toBeVisible()
  await amount.fill('99999')
  await withdraw.click()
  await expect(page.getByText(/^You can withdraw at most \$/)).toBeVisible()
  await expect(amount).toHaveValue('99999.00')
  await amount.fill('10.505')
  await expect(amount).toHaveValue('10.50')
  await withdraw.click()
  await expect(page.getByText('Withdrawal requested')).toBeVisible()

  const payouts = page.getByRole('region', { name: 'Payout Requests' })
  const row = payouts.getByRole('row').filter({ hasText: '$10.50' })
  await expect(row).toHaveCount(1)
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  await expect(activity).toContainText('−$10.50')
  // The date filter uses the browser's time zone, not the profile's.
  const asked = page.waitForRequest(/entries\?.*date=2020-01-31&timezone=America%2FNew_York/)
  await activity.getByLabel('Date').fill('2020-01-31')
  await asked
  await expect(activity).toContainText('Nothing matches this filter.')
  await advance(page, 5)
  await page.reload()
  await expect(row).toContainText('Paid')
  await row.getByRole('button', { name: /^Copy payout ID po_/ }).click()
  await expect(page.getByText('Payout ID copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^po_/)
  await payouts.getByRole('button', { name: /Status/ }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await expect(payouts).toContainText('None has this status.')
})
