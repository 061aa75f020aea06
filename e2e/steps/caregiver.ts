import { fileURLToPath } from 'node:url'
import { expect, type Page } from '../fixtures.ts'
import { logIn, type Person, signUp } from './accounts.ts'
import { verify } from './admin.ts'

const picture = fileURLToPath(new URL('../files/document.png', import.meta.url))

export type Profile = { city: string; rateUsd: number; skill: string }

async function fillProfile(page: Page, { city, rateUsd, skill }: Profile): Promise<void> {
  await page.getByLabel('City').fill(city)
  await page.getByRole('button', { name: /Country/ }).click()
  await page.getByRole('option', { name: 'Canada' }).click()
  await page.getByLabel('Hourly rate (USD)').fill(String(rateUsd))
  await page.getByRole('combobox', { name: 'Languages' }).fill('French,')
  await page.getByRole('combobox', { name: 'Skills' }).fill(`${skill},`)
  await page.getByLabel('Description').fill('Calm nights and clear notes in the morning.')
  await page.getByRole('button', { name: 'Save', exact: false }).first().click()
  await expect(page.getByText('Profile saved')).toBeVisible()
}

async function uploadDocuments(page: Page): Promise<void> {
  for (const label of ['Government ID, front', 'Government ID, back', 'Certificate']) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: `Choose a file: ${label}` }).click()
    await (await chooser).setFiles(picture)
  }
  await page.getByRole('button', { name: 'Upload Documents' }).click()
  await expect(page.getByText('Documents uploaded')).toBeVisible()
}

/** Opens the first day of next month from 9:00 to 12:00 in one-hour slots. @returns the day's label in the calendar */
async function openDay(page: Page): Promise<string> {
  await page.goto('/caregiver/availability')
  const day = await firstOfNextMonth(page)
  await page.getByRole('button', { name: 'Add a window' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Window saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Monthly overview' })).toContainText('9:00 AM')
  return day
}

/** Selects the first day of next month in the open calendar. @returns its label */
export async function firstOfNextMonth(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Next month' }).first().click()
  const day = page.getByRole('button', { name: / 1, 20\d\d/ }).first()
  await day.click()
  return (await day.getAttribute('aria-label')) ?? ''
}

/** Makes a bookable caregiver: signed up, profile complete, verified by an admin, with open hours. */
export async function becomeBookable(
  page: Page,
  admin: Page,
  person: Person,
  profile: Profile,
): Promise<void> {
  await signUp(page, person, 'Caregiver')
  await logIn(page, person)
  await page.waitForURL('/caregiver/profile')
  await fillProfile(page, profile)
  await uploadDocuments(page)
  await verify(admin, person.name)
  await openDay(page)
}
