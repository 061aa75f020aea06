/** Checkout: declined, abandoned, resumed and paid, with a printable receipt. */
import { createPerson } from './api.ts'
import { expect, test } from './fixtures.ts'
import { addAcceptedRequest, addCaregiver, GOOD_CARD } from './steps/bookings.ts'
import { openCardPage, payByCard } from './steps/screens.ts'

const INSUFFICIENT_FUNDS_CARD = '4000 0000 0000 9995'

test('a checkout is canceled after a decline, resumed and paid, and its receipt prints', async ({
  openPage,
  api,
}) => {
  const family = await api.register(createPerson('Greta'))
  const { id } = await addAcceptedRequest(api, family, await addCaregiver(api, 'Huda'))
  const page = await openPage(family)
  const refusedCalls: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/') && response.status() >= 400) refusedCalls.push(response.url())
  })
  await openCardPage(page, id)
  await page.waitForURL(/\/sandbox\/checkout\//)
  const cardPage = page.url()
  await payByCard(page, INSUFFICIENT_FUNDS_CARD)
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel and go back' }).click()

  await expect(page.getByText('Your card has insufficient funds')).toBeVisible()
  await expect(page.getByText('You weren’t charged.', { exact: false }).first()).toBeVisible()
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await pay.click()
  await page.waitForURL(cardPage)
  await payByCard(page, GOOD_CARD)
  await page.waitForURL('/requests')
  await expect(page.getByRole('article')).toContainText('Paid and booked')
  expect(refusedCalls).toEqual([])

  const confirmation = page.getByText(`You’re booked with`)
  await page.getByRole('link', { name: 'View booking' }).first().click()
  await page.waitForURL(`/bookings/${id}`)
  await expect(confirmation).toBeVisible()
  await page.goto('/requests')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.reload()
  await expect(page.getByRole('article')).toContainText('Paid and booked')
  await expect(confirmation).toHaveCount(0)

  await page.goto(`/checkout/${id}`)
  await expect(page.getByText('This request is already paid')).toBeVisible()
  await expect(pay).toHaveCount(0)

  await page.goto('/payments/history')
  const row = page.getByRole('row').filter({ hasText: 'Paid' })
  await expect(row).toHaveCount(1)
  await row.getByRole('link', { name: /^Receipt/ }).click()
  await page.waitForURL(/\/payments\/\d+\/receipt$/)
  const receipt = page.getByRole('article')
  await expect(receipt).toContainText(family.user.email)
  await expect(receipt).toContainText('Total paid')

  await page.emulateMedia({ media: 'print' })
  await expect(receipt).toBeVisible()
  for (const role of ['banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print or save' })).toHaveCount(0)
})
