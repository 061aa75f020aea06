/** A refund that the bank makes later. */
import { createPerson } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { addAcceptedRequest, addCaregiver } from '../steps/bookings.ts'
import { openCardPage, payByCard } from '../steps/screens.ts'

/** A test card whose refunds arrive a minute later. */
const REFUNDED_LATER = '4000 0000 0000 7726'

test('a payment for hours that are gone shows its refund as pending, then as refunded', async ({
  openPage,
  api,
}) => {
  const family = await api.register(createPerson('Slow'))
  const caregiver = await addCaregiver(api, 'Layla')
  const request = await addAcceptedRequest(api, family, caregiver)
  const page = await openPage(family)
  await openCardPage(page, request.id)
  const [window] = request.windows
  await api.call(caregiver, 'POST', '/api/availability/timeoff/', {
    start_utc: window?.start_utc,
    end_utc: window?.end_utc,
  })
  await payByCard(page, REFUNDED_LATER)
  await page.waitForURL(/\/payments\/success/)
  const outcome = page.url()
  await expect(page.getByText('Your refund is on its way')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your refund is on its way')).toBeVisible()
  await expect(page.getByText('You weren’t charged')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Find a Caregiver' })).toBeVisible()

  await page.getByRole('link', { name: 'Payment History' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'Refund on its way' })
    .getByRole('link', { name: /^Receipt/ })
    .click()
  await expect(page.getByRole('article')).toContainText(/, on its way/)

  await api.advanceClock(2)
  await page.goto(outcome)
  await expect(page.getByText('You’ve been refunded in full')).toBeVisible()
  await page.goto('/payments/history')
  const row = page.getByRole('row').filter({ hasText: 'Refunded' })
  await expect(row).toContainText(/\$[\d.]+ refunded/)
  await row.getByRole('link', { name: /^Receipt/ }).click()
  await expect(page.getByRole('article')).toContainText('Paid after refunds')
  await page.goto(`/checkout/${request.id}`)
  await expect(
    page.getByText(`${caregiver.user.full_name} is no longer available at these times`, { exact: true }),
  ).toBeVisible()
})
