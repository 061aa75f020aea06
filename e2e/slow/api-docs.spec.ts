/** The API reference, which runs in a sandbox. @see docs/rules/README.md#security */
import { expect, test } from '../fixtures.ts'

test('the API reference finds an operation and offers only what its sandbox allows', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1, name: 'Tendwell API' })).toBeVisible()
  await page.getByRole('search').click()
  await page.getByRole('dialog').getByRole('combobox').fill('payout')
  await page.getByRole('option', { name: 'Request a payout' }).click()
  await expect(page.getByRole('heading', { name: 'Request a payout' })).toBeInViewport()
  const unwanted = page.getByText(/Test Request|Download OpenAPI|Scalar/)
  await expect(unwanted.filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'OpenAPI' })).toHaveAttribute('href', '/api/openapi.json')
})
