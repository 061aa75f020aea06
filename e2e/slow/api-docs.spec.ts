/** The API reference, which runs in a sandbox. @see docs/rules/README.md#security */
import { expect, test } from '../fixtures.ts'

test('the API reference finds an operation and offers only what its sandbox allows', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1, name: 'Tendwell API' })).toBeVisible()
  await page.getByText('Search', { exact: true }).click()
  await page.keyboard.type('payout')
  await page.getByText('Request a payout').last().click()
  await expect(page.getByRole('heading', { name: 'Request a payout' })).toBeInViewport()
  await expect(page.getByText(/Test Request|Download|Scalar/)).toHaveCount(0)
  await page.getByRole('link', { name: 'OpenAPI' }).click()
  await expect(page).toHaveURL(/\/api\/openapi\.json$/)
})
