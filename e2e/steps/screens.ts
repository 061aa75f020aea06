import type { FileChooser, Locator } from '@playwright/test'
import { expect, open, type Page } from '../fixtures.ts'

/** Finds a caregiver by skill and city and opens their page. */
export async function findCaregiver(
  page: Page,
  name: string,
  filters: { city: string; skill: string },
): Promise<void> {
  await open(page, '/caregivers')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  await panel.getByLabel('City').fill(filters.city)
  await page.keyboard.press('Tab')
  await panel.getByRole('combobox', { name: 'Skills' }).fill(filters.skill)
  await page.getByRole('option', { name: filters.skill, exact: true }).click()
  // Until the results of both filters are there, the cards may move.
  for (const filter of [filters.city, filters.skill]) {
    await expect(page.getByRole('button', { name: `Remove the filter ${filter}`, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('status')).toHaveText(/^\d+ caregivers?$/)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Selects the first day of next month in the open calendar. */
export async function chooseFirstOfNextMonth(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next month' }).first().click()
  await page
    .getByRole('button', { name: / 1, 20\d\d/ })
    .first()
    .click()
}

/** Goes from a request's checkout to the payment provider's card page. */
export async function openCardPage(page: Page, requestId: number): Promise<void> {
  await page.goto(`/checkout/${requestId}`)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
}

export async function payByCard(page: Page, cardNumber: string): Promise<void> {
  await fillCard(page, cardNumber)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

export async function fillCard(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel('Card number').fill(cardNumber)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('A Family')
}

/** Cancels a booking of one visit on its page. @param reason an option of the dialog */
export async function cancelVisit(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: /Reason/ }).click()
  await page.getByRole('option', { name: reason }).click()
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
}

/** Chooses files with the file field's button. */
export async function chooseFiles(
  page: Page,
  button: string,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await chooser).setFiles(files)
}

/** Presses a button and waits until the server has taken what it sends. */
export async function send(page: Page, button: Locator): Promise<void> {
  const answer = page.waitForResponse(
    (one) => one.request().method() !== 'GET' && one.url().includes('/api/'),
  )
  await button.click()
  expect((await answer).ok()).toBe(true)
}

/** Presses Tab until the target has focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${target}`)
}

/**
 * Simulates returning to a tab, which loads everything on it again, until `check` passes. One return may not
 * be enough: a tab that is still loading starts no second load.
 */
export const returnUntil = (tab: Page, check: () => Promise<unknown>): Promise<void> =>
  expect(() =>
    Promise.all([
      check(),
      tab.evaluate(() => {
        window.dispatchEvent(new Event('focus'))
        document.dispatchEvent(new Event('visibilitychange'))
      }),
    ]),
  ).toPass()
