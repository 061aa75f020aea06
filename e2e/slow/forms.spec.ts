/** Forms that browser and server check together; a rejected form stores nothing. The messages of every form are in web/src/pages. */
import { fileURLToPath } from 'node:url'
import { createPerson, demo } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { collectWrites } from '../steps/screens.ts'

const FIX_FIELDS = 'Please fix the highlighted fields'
const picture = fileURLToPath(new URL('../files/document.png', import.meta.url))

type Listed = { results: { id: number; status: string; is_paid: boolean; caretaker: number }[] }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true }).first()

/** Expects a field to be invalid and described by the message, as a screen reader announces it. */
async function expectError(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(message)
}

/** Whether this browser stores a user or a token. */
async function hasSession(page: Page): Promise<boolean> {
  const { user, token } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('tendwell.session') ?? '{}'),
  )
  return Boolean(user || token)
}

test('sign-up shows missing and invalid fields and creates no account', async ({ page }) => {
  const writes = collectWrites(page)
  await page.goto('/signup')
  await button(page, 'Sign up').click()
  await expect(toast(page, FIX_FIELDS)).toBeVisible()
  await expectError(page, 'Name', 'Name is required')
  await expectError(page, 'Email', 'Email is required')
  await expectError(page, 'Password', 'Password is required')
  await expectError(page, 'Confirm Password', 'Confirm Password is required')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()

  await page.getByLabel('Name', { exact: true }).fill('   ')
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('seven77')
  await page.getByLabel('Confirm Password').fill('seven78')
  await button(page, 'Sign up').click()
  await expectError(page, 'Name', 'Name is required')
  await expectError(page, 'Email', 'Enter a valid email')
  await expectError(page, 'Password', 'Password must be at least 8 characters')
  await expectError(page, 'Confirm Password', 'Confirm Password must match Password')
  expect(writes).toEqual([])
  expect(await hasSession(page)).toBe(false)
  await expect(page).toHaveURL('/signup')
})

test('sign-up shows a server error on its field and keeps the typed values', async ({ page }) => {
  const writes = collectWrites(page)
  const person = createPerson('Common')
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('password')
  await page.getByLabel('Confirm Password').fill('password')
  await button(page, 'Sign up').click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(person.name)
  await expect(page).toHaveURL('/signup')
  expect(writes).toEqual(['POST /api/auth/signup/'])
  expect(await hasSession(page)).toBe(false)
})

test('login requires both fields and the right password', async ({ page }) => {
  const writes = collectWrites(page)
  await page.goto('/login')
  await button(page, 'Log In').click()
  await expect(toast(page, FIX_FIELDS)).toBeVisible()
  await expectError(page, 'Email', 'Email is required')
  await expectError(page, 'Password', 'Password is required')
  await page.getByLabel('Email').fill('family@')
  await button(page, 'Log In').click()
  await expectError(page, 'Email', 'Enter a valid email')
  expect(writes).toEqual([])

  await page.getByLabel('Email').fill(demo.family.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await button(page, 'Log In').click()
  await expect(toast(page, 'Invalid email or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(demo.family.email)
  await expect(page).toHaveURL('/login')
  expect(await hasSession(page)).toBe(false)
})

test('login requires a verified email and is sent once, however often it is pressed', async ({
  page,
  api,
}) => {
  const writes = collectWrites(page)
  const person = createPerson('Unverified')
  const { name, email, password } = person
  await api.call(null, 'POST', '/api/auth/signup/', { full_name: name, email, password, role: 'caretaker' })

  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/auth/login/', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await button(page, 'Log In').click()
  const pending = button(page, 'Logging in…')
  await expect(pending).toHaveAttribute('aria-disabled', 'true')
  await expect(pending).toBeFocused()
  await pending.click({ force: true })
  await pending.press('Enter')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  release()
  await expectError(page, 'Email', 'Please verify your email before logging in')
  expect(writes).toEqual(['POST /api/auth/login/'])
  await expect(page).toHaveURL('/login')
  expect(await hasSession(page)).toBe(false)
})

test('verification needs a valid token, and resending needs an email', async ({ page }) => {
  const writes = collectWrites(page)
  await page.goto('/verify-email')
  const token = page.getByLabel('Verification token')
  await expect(button(page, 'Verify Email')).toBeDisabled()
  await token.fill('   ')
  await expect(button(page, 'Verify Email')).toBeDisabled()
  await token.press('Enter')
  expect(writes).toEqual([])
  await token.fill('nothing-we-ever-sent')
  await button(page, 'Verify Email').click()
  await expectError(page, 'Verification token', 'This verification link is not valid')
  await expect(page.getByText('Email Verified!')).toHaveCount(0)
  await expect(page).toHaveURL('/verify-email')

  await button(page, 'Resend Verification').click()
  const email = page.getByLabel('Email')
  await expect(button(page, 'Resend Verification')).toBeDisabled()
  await email.fill('nobody@')
  await button(page, 'Resend Verification').click()
  await expectError(page, 'Email', 'Enter a valid email')
  expect(writes).toEqual(['POST /api/auth/verify-email/'])
  await button(page, 'Back to Verification').click()
  await expect(token).toBeVisible()
})

test('a caregiver’s profile is validated, keeps its values when rejected, and asks before leaving', async ({
  openPage,
  api,
}) => {
  const caregiver = await api.logIn(demo.caregiver)
  const page = await openPage(caregiver)
  const before = await api.call(caregiver, 'GET', '/api/auth/caregiver/profile/')
  const writes = collectWrites(page)
  await page.goto('/caregiver/profile')
  const name = page.getByLabel('Name', { exact: true })
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly', '')
  await name.fill(' ')
  await button(page, 'Save Profile').click()
  await expect(toast(page, FIX_FIELDS)).toBeVisible()
  await expectError(page, 'Name', 'Name is required')
  await expect(name).toBeFocused()
  expect(writes).toEqual([])

  await name.fill('A name that is longer than is allowed')
  await button(page, 'Save Profile').click()
  await expectError(page, 'Name', 'Name must be at most 25 characters')
  await expect(name).toHaveValue('A name that is longer than is allowed')
  expect(writes).toEqual([])
  await name.fill('A short name')
  const languages = page.getByRole('combobox', { name: 'Languages' })
  await languages.pressSequentially('Chin')
  await languages.press('Enter')
  await languages.pressSequentially('Swiss German')
  await languages.press('Enter')
  const chosen = page.getByRole('grid', { name: 'Chosen: Languages' })
  await expect(chosen.getByRole('row')).toContainText(['English', 'Chinese', 'Swiss German'])

  await page.route('**/api/auth/caregiver/profile/', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { city: ['No such city'], code: 'invalid' } })
      : route.fallback(),
  )
  await button(page, 'Save Profile').click()
  await expect(toast(page, 'Failed to save profile')).toBeVisible()
  await expectError(page, 'City', 'No such city')
  await expect(name).toHaveValue('A short name')

  await page.getByRole('button', { name: /^Account/ }).click()
  await button(page, 'Logout').click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/caregiver/profile')
  expect(await hasSession(page)).toBe(true)
  const after = await api.call(caregiver, 'GET', '/api/auth/caregiver/profile/')
  expect(after).toMatchObject(withoutDocuments(before))
})

test('a replaced document is refused for a wrong type by name and by content', async ({ openPage, api }) => {
  const caregiver = await api.logIn(demo.pendingCaregiver)
  const page = await openPage(caregiver)
  const before = await api.call(caregiver, 'GET', '/api/auth/caregiver/profile/')
  const writes = collectWrites(page)
  await page.goto('/caregiver/profile')
  const choose = async (file: string | { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Replace Certificate').click()
    await (await chooser).setFiles(file)
  }
  await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByText('Please choose an image (PNG, JPEG or WebP) or a PDF')).toBeVisible()
  expect(writes).toEqual([])

  const disguised = { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html>hello</html>') }
  await choose(disguised)
  await expect(toast(page, 'Failed to update document')).toBeVisible()
  await expect(page.getByText('Please upload a PNG, JPEG, WebP or PDF file')).toBeVisible()
  expect(writes).toEqual(['POST /api/auth/caregiver/documents/'])
  const after = await api.call(caregiver, 'GET', '/api/auth/caregiver/profile/')
  expect(after).toMatchObject(withoutDocuments(before))
})

test('a new photo must be an image', async ({ openPage, api }) => {
  const page = await openPage(await api.logIn(demo.caregiver))
  const writes = collectWrites(page)
  await page.goto('/caregiver/profile')
  await button(page, 'Change Photo').click()
  const dialog = page.getByRole('dialog', { name: 'Change Photo' })
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true })
  await expect(upload).toBeDisabled()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file: Photo' }).click()
  await (await chooser).setFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(dialog.getByText('Please choose an image: PNG, JPEG or WebP')).toBeVisible()
  await expect(upload).toBeDisabled()
  const again = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file: Photo' }).click()
  await (await again).setFiles(picture)
  await expect(upload).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect(writes).toEqual([])
})

test('checkout takes only the owner’s accepted, unpaid request', async ({ openPage, api }) => {
  const family = await api.logIn(demo.family)
  const page = await openPage(family)
  const mine = await api.call<Listed>(family, 'GET', '/api/requests/mine/?page_size=100')
  const idOf = (has: (one: Listed['results'][number]) => boolean) => mine.results.find(has)?.id ?? 0
  const caregiver = await api.logIn(demo.caregiver)
  const foreign = await api.call<Listed>(caregiver, 'GET', '/api/requests/incoming/?page_size=100')
  const foreignId = foreign.results.find(({ caretaker }) => caretaker !== family.user.id)?.id
  const writes = collectWrites(page)
  const pay = page.getByRole('button', { name: /^Pay / })

  for (const [id, message] of [
    [foreignId, 'Only the request owner can pay'],
    [999_999, 'Only the request owner can pay'],
    [idOf((one) => one.is_paid), 'This request is already paid'],
    [
      idOf((one) => one.status === 'rejected'),
      /^(These times are taken|These times have already started|.+ couldn’t take this request|.+ is no longer available at these times)$/,
    ],
  ] as const) {
    await page.goto(`/checkout/${id}`)
    await expect(page.getByText(message)).toBeVisible()
    await expect(pay).toHaveCount(0)
  }
  expect(writes).toEqual([])
})

/** A profile without its document URLs, which are signed again on each read. */
function withoutDocuments(profile: unknown): Record<string, unknown> {
  const {
    gov_id_front: _front,
    gov_id_back: _back,
    certificate: _certificate,
    ...rest
  } = profile as Record<string, unknown>
  return rest
}
