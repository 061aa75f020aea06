/** A new caregiver's way to families: sign-up, profile, documents, verification and hours. */
import { fileURLToPath } from 'node:url'
import { createPerson, demo } from '../api.ts'
import { expect, open, type Page, test } from '../fixtures.ts'
import { countSteps, type Steps } from '../steps/count-steps.ts'
import { chooseFirstOfNextMonth, findCaregiver } from '../steps/screens.ts'
import { signUp } from '../steps/sign-up.ts'

const picture = fileURLToPath(new URL('../files/document.png', import.meta.url))
const profile = { city: 'Halifax', rateUsd: 48, skill: 'Sign language' }

/** From the landing page to a complete profile with documents. Most of them are the profile's own fields. */
const STEPS_MAXIMUM = 19

test('a brand-new caregiver gets listed in a few steps, sets hours and is found by families', async ({
  page,
  openPage,
  api,
}) => {
  const caregiver = createPerson('Wilma')
  const counted = countSteps()
  const { press, steps } = counted
  await open(page, '/')
  await press(page.getByRole('link', { name: 'Become a Caregiver' }))
  await expect(page.getByRole('radio', { name: /^Caregiver/ })).toBeChecked()
  await signUp(page, api, caregiver, counted)
  await page.waitForURL('/caregiver/profile')
  await fillProfile(page, counted)
  await uploadDocuments(page, counted)
  expect(steps.length, steps.join('\n')).toBeLessThanOrEqual(STEPS_MAXIMUM)
  await verify(await openPage(await api.logIn(demo.admin)), caregiver.name)
  await openHours(page)

  const family = await openPage()
  await findCaregiver(family, caregiver.name, profile)
  await expect(family.getByText('$48.00').first()).toBeVisible()
  await expect(
    family.getByText(/^Tendwell checked this caregiver’s ID on .+ and First Aid certificate on .+$/),
  ).toBeVisible()
  await expect(family.getByRole('link', { name: 'Book Now' }).first()).toBeVisible()
})

async function fillProfile(page: Page, { press, fill }: Steps): Promise<void> {
  await fill(page.getByLabel('City'), profile.city)
  // There is one in England, too. The city brings its country.
  await press(page.getByRole('option', { name: 'Nova Scotia, Canada' }))
  await fill(page.getByLabel('Hourly rate (USD)'), String(profile.rateUsd))
  await fill(page.getByRole('combobox', { name: 'Languages' }), 'French,')
  await fill(page.getByRole('combobox', { name: 'Skills' }), `${profile.skill},`)
  await fill(page.getByLabel('Description'), 'Calm nights and clear notes in the morning.')
  await press(page.getByRole('button', { name: 'Save Profile' }))
}

async function uploadDocuments(page: Page, { press }: Steps): Promise<void> {
  for (const label of ['Government ID, front', 'Government ID, back', 'Certificate']) {
    const chooser = page.waitForEvent('filechooser')
    await press(page.getByRole('button', { name: `Choose a file: ${label}`, exact: true }))
    await (await chooser).setFiles(picture)
  }
  const uploaded = page.waitForResponse('**/api/auth/caregiver/documents/')
  await press(page.getByRole('button', { name: 'Upload Documents' }))
  expect((await uploaded).ok()).toBe(true)
}

/** Opens and marks each document of the caregiver, and verifies them then; the list offers no way before. */
async function verify(admin: Page, name: string): Promise<void> {
  await admin.goto('/admin')
  const row = admin.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('Not checked yet: ID front, ID back, and Certificate.')).toBeVisible()
  await expect(row.getByRole('button', { name: `Verify ${name}` })).toHaveCount(0)
  await row.getByRole('link', { name: `Review ${name}` }).click()
  const decision = admin.getByRole('region', { name: 'Decision', exact: true })
  for (const label of ['ID, front', 'ID, back', 'Certificate']) {
    await admin.getByRole('navigation', { name: 'Documents' }).getByRole('link', { name: label }).click()
    await expect(admin.getByRole('img', { name: `${label} of ${name}` })).toBeVisible()
    if (label === 'Certificate') await admin.getByLabel(/^What it is/).fill('First Aid certificate')
    else await admin.getByText('This ID has no expiration date').click()
    await admin.getByRole('button', { name: 'Mark as OK' }).click()
    await expect(decision.getByText(label.replace(',', ''))).toHaveCount(0)
  }
  await decision.getByRole('button', { name: `Verify ${name}` }).click()
  await expect(decision.getByText('Verified', { exact: true })).toBeVisible()
}

/** Opens the first day of next month from 9:00 to 12:00 in one-hour slots. */
async function openHours(page: Page): Promise<void> {
  await page.goto('/caregiver/availability')
  await chooseFirstOfNextMonth(page)
  await page.getByRole('button', { name: 'Add a time window' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Monthly overview' })).toContainText('9:00 AM')
}
