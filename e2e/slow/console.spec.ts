import { readFile } from 'node:fs/promises'
import { createPerson, demo } from '../api.ts'
import { expect, test } from '../fixtures.ts'

test('by keyboard alone, an admin sorts a list, exports it and saves the view', async ({ openPage, api }) => {
  const page = await openPage(await api.logIn(demo.admin))
  await page.goto('/admin/requests?status=closed')
  const table = page.getByRole('table', { name: 'Requests' })
  await table.getByRole('button', { name: 'Sort by Total Price (USD)' }).press('Enter')
  await expect(page).toHaveURL(/sort=-total_price_usd/)
  const price = table.getByRole('columnheader', { name: /^Total Price/ })
  await expect(price).toHaveAttribute('aria-sort', 'descending')
  await table.getByRole('button', { name: 'Sort by Total Price (USD)' }).press('Space')
  await expect(price).toHaveAttribute('aria-sort', 'ascending')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^tendwell-requests-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(/^\ufeff"Number","Caregiver",/)
  const firstRow = table.getByRole('row').nth(1)
  await expect(
    firstRow.getByRole('link', { name: `#${lines[1]?.split(',')[0]?.replaceAll('"', '')}` }),
  ).toBeVisible()

  const views = page.getByRole('button', { name: 'Views' })
  await views.press('Enter')
  await page.getByRole('button', { name: 'Save current view' }).press('Enter')
  const name = createPerson('Cheapest').name
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`View “${name}” saved`)).toBeVisible()
  await page.goto('/admin/requests')
  await views.press('Enter')
  await page.getByRole('link', { name }).press('Enter')
  await expect(page).toHaveURL(/status=closed&sort=total_price_usd/)
  // The menu closes just after the URL has changed.
  await expect(views).toHaveAttribute('aria-expanded', 'false')
  await views.press('Enter')
  await page.getByRole('button', { name: `Delete ${name}` }).press('Enter')
  await expect(page.getByText(`View “${name}” deleted`)).toBeVisible()
})
