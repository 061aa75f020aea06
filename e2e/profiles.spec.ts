/** Profiles of families and caregivers, their photos, and what each sees of the other. */
import { fileURLToPath } from 'node:url'
import { formatUsd } from '@tendwell/contract/money'
import { DEFAULT_HOURLY_RATE_CENTS } from '@tendwell/contract/reference'
import { expect, type Page, test } from './fixtures.ts'
import { logIn, register, someone } from './steps/accounts.ts'
import { ask, enterAs } from './steps/session.ts'

const picture = fileURLToPath(new URL('./files/document.png', import.meta.url))

test.describe.configure({ mode: 'parallel', timeout: 90_000 })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true }).first()
const child = (page: Page, place: number) => page.getByRole('group', { name: `Child ${place}`, exact: true })

async function choosePhoto(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose a file: Photo').click()
  await (await chooser).setFiles(file)
}

/** Makes saves of a family's profile fail. @returns a function that lets them succeed again */
async function failSaves(page: Page, problems: { allow: (pattern: RegExp) => void }) {
  problems.allow(/503/)
  const pattern = '**/api/auth/caretaker/profile/'
  await page.route(pattern, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { detail: 'Please try again in a moment', code: 'unavailable' } })
      : route.fallback(),
  )
  return () => page.unroute(pattern)
}

test('a family completes its profile and keeps typed values when a save fails', async ({
  page,
  problems,
}) => {
  const family = someone('Greta')
  await register(page, family)
  await logIn(page, family)
  // Unlike a caregiver, a family with an incomplete profile is not sent to it after login.
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByText('To complete your profile, add your city and your country.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly', '')

  await page.getByLabel('City').fill('Lyon')
  await page.getByRole('button', { name: /Country/ }).click()
  await page.getByRole('option', { name: 'France' }).click()
  await page.getByLabel('Phone number').fill('call me')
  await page.getByRole('combobox', { name: 'Care needs' }).fill('Nanny,')
  await page.getByRole('combobox', { name: 'Languages' }).fill('French,')
  const notes = page.getByRole('textbox', { name: 'Notes' }).first()
  await notes.fill('x'.repeat(400))
  await expect(page.getByText('400/400')).toBeVisible()
  await button(page, 'Save Profile').click()
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription('Enter a valid phone number')
  await page.getByLabel('Phone number').fill('+33 1 55 50 01 62')

  const allowSaves = await failSaves(page, problems)
  await button(page, 'Save Profile').click()
  await expect(toast(page, 'Failed to save profile')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Lyon')
  await allowSaves()
  await button(page, 'Save Profile').click()
  await expect(toast(page, 'Profile saved')).toBeVisible()
  await expect(page.getByText('A few things are missing')).toHaveCount(0)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('tendwell.session') ?? '{}'))
  expect(stored.user).toMatchObject({ full_name: family.name, profile_complete: true })

  await expect(page.getByText('No children added yet')).toBeVisible()
})

test('children are added, corrected and removed in pages of five, and saved separately', async ({
  page,
  problems,
}) => {
  const family = someone('Selma')
  await register(page, family)
  await logIn(page, family)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('tendwell.session') ?? '{}'))
  const children = [1, 2, 3, 4, 5].map((age) => ({ name: age === 2 ? '' : `Kid ${age}`, age }))
  const saved = await page.request.put('/api/auth/caretaker/profile/', {
    data: { children },
    headers: { authorization: `Bearer ${stored.token}` },
  })
  expect(saved.status()).toBe(200)
  await page.goto('/caretaker/profile')
  await expect(child(page, 2).getByLabel('Child name')).toHaveValue('Child 2')
  await expect(page.getByText(/^Page \d/)).toHaveCount(0)
  const ageOf = (place: number) => child(page, place).getByRole('textbox', { name: 'Age' })
  await ageOf(3).fill('')
  await button(page, 'Add Child').click()
  await expect(child(page, 6).getByLabel('Child name')).toBeFocused()
  await page.keyboard.type('Kid 6')
  await ageOf(6).fill('6')
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await button(page, 'Save Children').click()
  // The child without an age is on the first page.
  await expect(ageOf(3)).toBeFocused()
  await expect(child(page, 3).getByText('Age is required')).toBeVisible()
  await ageOf(3).fill('0')
  await button(page, 'Save Children').click()
  await expect(child(page, 3).getByText('Age must be 1 or more')).toBeVisible()
  await ageOf(3).fill('3')

  const allowSaves = await failSaves(page, problems)
  await button(page, 'Save Children').click()
  await expect(toast(page, 'Failed to save children')).toBeVisible()
  await expect(child(page, 1).getByLabel('Child name')).toHaveValue('Kid 1')
  await page.getByRole('link', { name: 'Find a Caregiver' }).first().click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await allowSaves()
  await button(page, 'Save Children').click()
  await expect(toast(page, 'Children saved')).toBeVisible()

  await button(page, 'Remove Child 1').click()
  await button(page, 'Save Children').click()
  await expect(toast(page, 'Children saved')).toBeVisible()
  await expect(page.getByText(/^Page \d/)).toHaveCount(0)
  await expect(child(page, 1).getByLabel('Child name')).toHaveValue('Child 2')
})

test('a photo is cropped to a square by keyboard or mouse, and uploaded', async ({ page, problems }) => {
  const family = someone('Ines')
  await register(page, family)
  await logIn(page, family)
  await page.goto('/caretaker/profile')
  await button(page, 'Change Photo').click()
  const dialog = page.getByRole('dialog', { name: 'Change Photo' })
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true })
  await expect(upload).toBeDisabled()
  const large = Buffer.alloc(5 * 1024 * 1024 + 1)
  await choosePhoto(page, { name: 'large.png', mimeType: 'image/png', buffer: large })
  await expect(dialog.getByText('Please choose an image of 5 MB or less')).toBeVisible()
  await choosePhoto(page, { name: 'odd.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
  await expect(dialog.getByText('This picture could not be opened')).toBeVisible()
  await expect(upload).toBeDisabled()

  await choosePhoto(page, picture)
  const square = dialog.getByRole('application')
  const preview = dialog.getByRole('img', { name: 'How your photo will look' })
  const place = () => preview.evaluate(({ style }) => [style.width, style.left, style.top])
  const whole = await place()
  await square.focus()
  await page.keyboard.press('ArrowRight')
  const moved = await place()
  expect(moved).not.toEqual(whole)
  await page.keyboard.press('+')
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.1')
  const zoomed = await place()
  expect(zoomed).not.toEqual(moved)
  const { x = 0, y = 0 } = (await square.boundingBox()) ?? {}
  await page.mouse.move(x + 100, y + 100)
  await page.mouse.down()
  await page.mouse.move(x + 130, y + 100)
  await page.mouse.up()
  expect(await place()).not.toEqual(zoomed)

  problems.allow(/503/)
  await page.route('**/avatar/', (route) => route.fulfill({ status: 503, json: { detail: 'Very busy' } }))
  await upload.click()
  await expect(toast(page, 'Failed to update photo')).toBeVisible()
  await expect(dialog.getByText('Very busy')).toBeVisible()
  await expect(square).toBeVisible()
  await page.unroute('**/avatar/')
  await upload.click()
  await expect(toast(page, 'Profile photo updated')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Account/ }).locator('img')).toHaveAttribute(
    'src',
    /^\/avatars\/[0-9a-f-]{36}$/,
  )
})

test('a caregiver sees children’s ages before a booking is paid, and names and phone after', async ({
  page,
}) => {
  type Incoming = { results: { caretaker: number; caretaker_name: string; is_paid: boolean }[] }
  const { results } = await ask<Incoming>(page, 'caregiver', '/api/requests/incoming/?page_size=100')
  const paying = new Set(results.filter(({ is_paid }) => is_paid).map(({ caretaker }) => caretaker))
  const asking = results.find(({ caretaker }) => !paying.has(caretaker))
  expect(asking).toBeDefined()
  await page.goto('/requests/incoming')
  const [first] = results
  await expect(
    page.getByRole('link', { name: first?.caretaker_name ?? '', exact: true }).first(),
  ).toHaveAttribute('href', `/caretakers/${first?.caretaker}`)
  await page.goto(`/caretakers/${asking?.caretaker}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(asking?.caretaker_name ?? '')
  await expect(page.getByRole('region', { name: 'Children' }).getByRole('listitem').first()).toHaveText(
    /^\d+ years? old$/,
  )
  await expect(page.getByText('appear once a booking is paid')).toBeVisible()
  await expect(page.getByRole('link', { name: /^\+\d/ })).toHaveCount(0)

  await page.goto('/caregiver/bookings')
  await page.getByRole('link', { name: 'Clara Lindqvist' }).first().click()
  await expect(page.getByText('Astrid')).toBeVisible()
  await expect(page.getByRole('link', { name: '+1 212 555 0142' })).toHaveAttribute(
    'href',
    'tel:+12125550142',
  )
  await page.goto('/caretakers/999999')
  await expect(page.getByText('Failed to load caretaker profile')).toBeVisible()
})

test('each verification status has its banner, and replacing a document asks first', async ({ page }) => {
  const profile = await ask<object>(page, 'caregiver', '/api/auth/caregiver/profile/')
  let shown: object = {}
  await page.route('**/api/auth/caregiver/profile/', (route) =>
    route.fulfill({ json: { ...profile, ...shown } }),
  )
  const states = [
    { verification_status: 'pending', text: 'We look at each profile and its documents by hand.' },
    { verification_status: 'flagged', text: 'taking a second look at your profile' },
    { verification_status: 'rejected', rejection_reason: 'The card is blurred', text: 'The card is blurred' },
    { verification_status: 'verified', text: 'Families can find and book you.' },
  ]
  await page.goto('/caregiver/profile')
  await expect(button(page, 'Save Profile')).toBeVisible()
  for (const { text, ...state } of states) {
    shown = state
    // Focusing the window loads the profile again.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page.getByText(text).first()).toBeVisible()
    const support = page.getByRole('link', { name: 'Contact Support' })
    await expect(support).toHaveCount(state.verification_status === 'rejected' ? 1 : 0)
  }
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Replace Certificate').click()
  await (await chooser).setFiles(picture)
  const dialog = page.getByRole('alertdialog', { name: 'Send for a new verification?' })
  await expect(dialog).toContainText('goes back to Pending Verification')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Document updated')).toHaveCount(0)
})

test('saving a profile does not overwrite other fields that another tab saved', async ({ page }) => {
  const family = someone('Thea')
  await register(page, family)
  await logIn(page, family)
  await page.goto('/caretaker/profile')
  await page.getByLabel('City').fill('Lyon')
  await page.getByLabel('Phone number').fill('+33 1 00 00 00 00')
  await button(page, 'Save Profile').click()
  await expect(toast(page, 'Profile saved')).toBeVisible()
  await page.getByLabel('City').fill('Nantes')

  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('tendwell.session') ?? '{}'))
  const headers = { authorization: `Bearer ${token}` }
  const data = { phone_number: '+33 1 55 50 01 62', city: 'Paris', languages: ['French'] }
  const elsewhere = await page.request.put('/api/auth/caretaker/profile/', { data, headers })
  expect(elsewhere.status()).toBe(200)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByLabel('Phone number')).toHaveValue(data.phone_number)
  await expect(page.getByLabel('City')).toHaveValue('Nantes')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  const saving = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await button(page, 'Save Profile').click()
  expect((await saving).status()).toBe(200)
  const stored = await page.request.get('/api/auth/caretaker/profile/', { headers })
  expect(await stored.json()).toMatchObject({ ...data, city: 'Nantes' })
})

test('a child’s age keeps what was typed, and its stepper stays within the valid range', async ({ page }) => {
  const family = someone('Runa')
  await register(page, family)
  await logIn(page, family)
  await page.goto('/caretaker/profile')
  await button(page, 'Add Child').click()
  const age = child(page, 1).getByRole('textbox', { name: 'Age' })
  await age.pressSequentially('2.5')
  await age.press('Tab')
  await expect(age).toHaveValue('2.5')
  await button(page, 'Save Children').click()
  await expect(child(page, 1).getByText('Age must be a whole number')).toBeVisible()
  await age.press('ArrowDown')
  await expect(age).toHaveValue('2')
  await age.press('ArrowDown')
  await age.press('ArrowDown')
  await expect(age).toHaveValue('1')
  await expect(child(page, 1).getByRole('button', { name: /Decrease/ })).toBeDisabled()
  await button(page, 'Save Children').click()
  await expect(toast(page, 'Children saved')).toBeVisible()
})

test('a caregiver sees the default rate shown to families, and is asked before leaving unsaved documents', async ({
  page,
}) => {
  await enterAs(page, 'caregiver')
  await page.goto('/caregiver/profile')
  const rate = page.getByLabel('Hourly rate (USD)')
  const usual = formatUsd(DEFAULT_HOURLY_RATE_CENTS)
  await expect(rate).not.toHaveAccessibleDescription(/families see/)
  const saved = await rate.inputValue()
  await rate.fill('')
  await expect(rate).toHaveAccessibleDescription(`Until you set a rate, families see ${usual} / hour.`)
  await rate.fill(saved)
  await expect(page.getByText('Not saved yet')).toHaveCount(0)

  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose a file: Certificate').click()
  await (await chooser).setFiles(picture)
  await page.getByRole('link', { name: 'Tendwell' }).first().click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(dialog).toContainText('documents you chose have not been uploaded')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByText('document.png')).toBeVisible()
  await page.getByRole('link', { name: 'Tendwell' }).first().click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/')
})
