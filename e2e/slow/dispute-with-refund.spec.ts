/** A dispute from the family's report to the refund that both sides see. */
import { fileURLToPath } from 'node:url'
import { createPerson, demo } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { addBooking, addCaregiver } from '../steps/bookings.ts'
import { chooseFiles } from '../steps/screens.ts'

const picture = fileURLToPath(new URL('../files/document.png', import.meta.url))

test('a family disputes a booking with evidence, and an admin escalates it and closes it with a refund', async ({
  openPage,
  api,
}) => {
  const family = await api.register(createPerson('Fay'))
  const caregiver = await addCaregiver(api, 'Carla')
  await addBooking(api, family, caregiver)
  const page = await openPage(family)
  await createDispute(page, caregiver.user.full_name)
  const card = page.getByRole('article')
  await expect(card).toContainText('Submitted')
  await expect(card.getByRole('button', { name: /^Close Dispute DPT-/ })).toBeVisible()
  const [dispute = ''] = /DPT-\d+/.exec(await card.innerText()) ?? []

  await refund(await openPage(await api.logIn(demo.admin)), dispute)

  await card.getByRole('link', { name: /^View Details/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: dispute })).toBeVisible()
  await expect(page.getByText('$10.50 was refunded')).toBeVisible()
  await expect(page.getByText('Other: The gate')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Resolution' })).toContainText('so a part is refunded')
  await expect(page.getByText('Evidence file: document.png')).toBeVisible()
  await readAsCaregiver(await openPage(caregiver), dispute)
})

async function createDispute(page: Page, caregiver: string): Promise<void> {
  await page.goto('/caretaker/disputes/add')
  await page.getByRole('button', { name: /Select booking/ }).click()
  const option = page.getByRole('option', { name: caregiver })
  await expect(option).toContainText(/2 hours · \$96\.00 · submitted /)
  await option.click()
  await page.getByRole('combobox', { name: 'Dispute type' }).fill('oth')
  await page.getByRole('option', { name: 'Other' }).click()
  await page.getByLabel('What is it about?').fill('The gate')
  await page.getByLabel('Reason').fill('The garden gate was left open all night.')
  await chooseFiles(page, 'Choose files: Evidence', picture)
  await page.getByRole('button', { name: 'Create Dispute' }).click()
  await expect(page.getByText('Dispute created successfully!')).toBeVisible()
  await page.waitForURL('/caretaker/disputes')
}

/** Escalates the dispute in the console and closes it with a refund of $10.50. */
async function refund(page: Page, dispute: string): Promise<void> {
  await page.goto('/admin/disputes')
  const row = page.getByRole('row').filter({ hasText: dispute })
  await row.getByText('Submitted').click()
  await expect(page.getByRole('heading', { level: 1, name: dispute })).toBeVisible()
  await expect(page.getByRole('link', { name: /document\.png/ })).toBeVisible()

  await page.getByRole('button', { name: 'Escalate Dispute' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Escalate Dispute' }).click()
  await expect(page.getByText('Dispute escalated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject Dispute' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Close Dispute' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Resolution').fill('The gate was open, so a part is refunded.')
  await dialog.getByLabel(/^Refund to/).fill('96.01')
  await dialog.getByRole('button', { name: /^Refund .* and close$/ }).click()
  await expect(dialog.getByText('You can refund at most $96.00')).toBeVisible()
  await dialog.getByLabel(/^Refund to/).fill('10.50')
  await dialog.getByRole('button', { name: /^Refund .* and close$/ }).click()
  await expect(page.getByText('Dispute closed successfully')).toBeVisible()
  await expect(
    page.getByText('This dispute has been closed. No further actions are available.'),
  ).toBeVisible()
  await expect(page.getByText('$10.50').first()).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('row').first()).toBeVisible()
  await expect(row).toHaveCount(0)
}

/** Opens the dispute as the caregiver, from the list and from the bell. */
async function readAsCaregiver(page: Page, dispute: string): Promise<void> {
  await page.goto('/caregiver/disputes')
  await expect(page.getByRole('article').filter({ hasText: dispute })).toContainText('Closed')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const notices = page.getByRole('region', { name: 'Notifications' })
  await notices.getByRole('link', { name: dispute }).first().click()
  await page.waitForURL(/\/caregiver\/disputes\/\d+$/)
  await expect(page.getByText('Evidence file: document.png')).toBeVisible()
  await expect(page.getByText(/was refunded/)).toBeVisible()
}
