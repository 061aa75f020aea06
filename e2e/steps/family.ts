import { expect, type Page } from '../fixtures.ts'
import { firstOfNextMonth } from './caregiver.ts'

/** Finds a caregiver by skill and city and opens their page. */
export async function findCaregiver(
  page: Page,
  name: string,
  filters: { city: string; skill: string },
): Promise<void> {
  await page.goto('/caregivers')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  await panel.getByLabel('City').fill(filters.city)
  await panel.getByRole('combobox', { name: 'Skills' }).fill(filters.skill)
  await page.getByRole('option', { name: filters.skill, exact: true }).click()
  await expect(page).toHaveURL(/skills=/)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Requests the first two slots of the first day of next month on the booking screen. */
export async function sendRequest(page: Page): Promise<void> {
  await firstOfNextMonth(page)
  await page.getByRole('button', { name: /9:00 AM – 10:00 AM/ }).click()
  await page.getByRole('button', { name: /10:00 AM – 11:00 AM/ }).click()
  await page.getByRole('button', { name: 'Send Request' }).first().click()
  await expect(page.getByText('Request sent to caregiver')).toBeVisible()
  await page.waitForURL('/requests')
}

/** Goes from the family's requests to the payment provider's card page. */
export async function goToCardPage(page: Page): Promise<void> {
  await page.goto('/requests')
  await page.getByRole('link', { name: 'Complete Payment' }).first().click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
}

export async function payByCard(page: Page, cardNumber: string): Promise<void> {
  await fillCard(page, cardNumber)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

async function fillCard(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel('Card number').fill(cardNumber)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('A Family')
}

/** Pays on several card pages together: no payment continues until all are submitted. */
export async function payTogether(pages: readonly Page[], cardNumber: string): Promise<void> {
  let sent = 0
  let release = () => {}
  const allSent = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const page of pages) {
    await fillCard(page, cardNumber)
    await page.route('**/sandbox/checkout/*', async (route) => {
      if (route.request().method() === 'POST') {
        sent += 1
        if (sent === pages.length) release()
        await allSent
      }
      await route.continue()
    })
  }
  await Promise.all(pages.map((page) => page.getByRole('button', { name: /^Pay \$/ }).click()))
}
