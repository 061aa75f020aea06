/** Takes the pictures of the README: `npm run pictures`. */
import { fileURLToPath } from 'node:url'
import { demo } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'

const options = {
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
} as const

test('a search for caregivers', async ({ openPage }) => {
  const page = await openPage(null, options)
  await page.goto('/')
  await page.goto('/caregivers?skills=Newborn+care')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await takePicture(page, 'search')
})

test('a family choosing hours', async ({ openPage, api }) => {
  const page = await openPage(await api.logIn(demo.family), options)
  await page.goto('/caregiver/2/book')
  await page.getByRole('button', { name: 'Next month' }).first().click()
  await page
    .getByRole('button', { name: /8 hours free$/ })
    .first()
    .click()
  for (const hour of [0, 1, 2]) {
    await page
      .getByRole('button', { name: /[AP]M – / })
      .nth(hour)
      .click()
  }
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await takePicture(page, 'booking')
})

test('a caregiver’s wallet', async ({ openPage, api }) => {
  const page = await openPage(await api.logIn(demo.caregiver), options)
  await page.goto('/caregiver/wallet')
  await expect(page.getByRole('button', { name: /^Copy payout ID/ }).first()).toBeVisible()
  await takePicture(page, 'wallet')
})

async function takePicture(page: Page, name: string): Promise<void> {
  const path = fileURLToPath(new URL(`../../docs/pictures/${name}.jpg`, import.meta.url))
  await expect(page.locator('.animate-breathe')).toHaveCount(0)
  await page.mouse.move(0, 0)
  await page.screenshot({ path, type: 'jpeg', quality: 80 })
}
