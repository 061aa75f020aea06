/** Checkout: declined, abandoned, resumed and paid, with a printable receipt. */
import { expect, test } from './fixtures.ts'
import { someone } from './steps/accounts.ts'
import { payByCard } from './steps/family.ts'
import { acceptedRequest, enter } from './steps/money.ts'

const GOOD_CARD = '4242 4242 4242 4242'
const INSUFFICIENT_FUNDS_CARD = '4000 0000 0000 9995'

test('a checkout is canceled after a decline, resumed and paid, and its receipt prints', async ({ page }) => {
  test.setTimeout(120_000)
  const family = someone('Greta')
  const { requestId } = await acceptedRequest(page, family, 'huda.bakr@demo.tendwell.test')
  await enter(page, family)
  await page.goto('/payments/history')
  await expect(page.getByText('No transactions yet')).toBeVisible()

  await page.goto(`/checkout/${requestId}`)
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await pay.click()
  await page.waitForURL(/\/sandbox\/checkout\//)
  const cardPage = page.url()
  await payByCard(page, INSUFFICIENT_FUNDS_CARD)
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel and go back' }).click()

  await expect(page.getByText('Your card has insufficient funds')).toBeVisible()
  await expect(page.getByText('Nothing was charged.', { exact: false }).first()).toBeVisible()
  await pay.click()
  await page.waitForURL(cardPage)
  await payByCard(page, GOOD_CARD)
  await page.waitForURL('/requests')
  await expect(page.getByRole('article')).toContainText('Paid and booked')

  await page.goto(`/checkout/${requestId}`)
  await expect(page.getByText('This request is already paid')).toBeVisible()
  await expect(pay).toHaveCount(0)

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('link', { name: 'Payment History' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Succeeded' })
  await expect(row).toHaveCount(1)
  await row.getByRole('link', { name: /^Receipt/ }).click()
  await page.waitForURL(/\/payments\/\d+\/receipt$/)
  const receipt = page.getByRole('article')
  await expect(receipt).toContainText(family.email)
  await expect(receipt).toContainText('Total paid')

  await page.emulateMedia({ media: 'print' })
  await expect(receipt).toBeVisible()
  for (const role of ['banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print or save' })).toHaveCount(0)
})
