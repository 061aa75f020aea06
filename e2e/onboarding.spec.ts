/** A new caregiver's way to families: sign-up, profile, documents, verification and hours. */
import { fileURLToPath } from 'node:url'
import { createPerson, demo } from './api.ts'
import { expect, type Page, test } from './fixtures.ts'
import { chooseFiles, chooseFirstOfNextMonth, findCaregiver } from './steps/screens.ts'
import { logIn, signUp } from './steps/sign-up.ts'

const picture = fileURLToPath(new URL('./files/document.png', import.meta.url))
const profile = { city: 'Halifax', rateUsd: 48, skill: 'Sign language' }

test('a caregiver signs up, is verified, sets hours and is found by families', async ({
  page,
  openPage,
  api,
}) => {
  const caregiver = createPerson('Wilma')
  await signUp(page, api, caregiver, 'Caregiver')
  await page.goto('/login')
  await logIn(page, caregiver)
  await page.waitForURL('/caregiver/profile')
  await fillProfile(page)
  await uploadDocuments(page)
  await verify(await openPage(await api.logIn(demo.admin)), caregiver.name)
  await openHours(page)

  const family = await openPage()
  await findCaregiver(family, caregiver.name, profile)
  await expect(family.getByText('$48.00').first()).toBeVisible()
  await expect(family.getByRole('link', { name: 'Book Now' }).first()).toBeVisible()
})

async function fillProfile(page: Page): Promise<void> {
  await page.getByLabel('City').fill(profile.city)
  await page.getByRole('button', { name: /Country/ }).click()
  await page.getByRole('option', { name: 'Canada' }).click()
  await page.getByLabel('Hourly rate (USD)').fill(String(profile.rateUsd))
  await page.getByRole('combobox', { name: 'Languages' }).fill('French,')
  await page.getByRole('combobox', { name: 'Skills' }).fill(`${profile.skill},`)
  await page.getByLabel('Description').fill('Calm nights and clear notes in the morning.')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
}

async function uploadDocuments(page: Page): Promise<void> {
  for (const label of ['Government ID, front', 'Government ID, back', 'Certificate']) {
    await chooseFiles(page, `Choose a file: ${label}`, picture)
  }
  await page.getByRole('button', { name: 'Upload Documents' }).click()
  await expect(page.getByText('Documents uploaded')).toBeVisible()
}

/** Verifies the caregiver on the dashboard, where their documents are listed. */
async function verify(admin: Page, name: string): Promise<void> {
  await admin.goto('/admin')
  const row = admin.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('link', { name: /ID Front/ })).toBeVisible()
  await row.getByRole('button', { name: `Verify ${name}` }).click()
  await expect(admin.getByText('Caregiver verified successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
}

/** Opens the first day of next month from 9:00 to 12:00 in one-hour slots. */
async function openHours(page: Page): Promise<void> {
  await page.goto('/caregiver/availability')
  await chooseFirstOfNextMonth(page)
  await page.getByRole('button', { name: 'Add a time window' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Window saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Monthly overview' })).toContainText('9:00 AM')
}
