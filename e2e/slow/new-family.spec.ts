/** A new family's way to its first request, and what verifying their email opens in which browser. */
import { type Api, createPerson, type Person } from '../api.ts'
import { expect, open, type Page, test } from '../fixtures.ts'
import { addCaregiver } from '../steps/bookings.ts'
import { countSteps } from '../steps/count-steps.ts'
import { returnUntil } from '../steps/screens.ts'
import { signUp } from '../steps/sign-up.ts'

/** From the landing page to a request with hours of the family's choice, a child, an address and a note. */
const PRESSES_MAXIMUM = 9
const FIELDS_MAXIMUM = 12

test('a new family sends a real request with few presses and fields', async ({ page, api }) => {
  const family = createPerson('Nell')
  const caregiver = await addCaregiver(api, 'Lina')
  const counted = countSteps()
  const { press, fill, steps } = counted

  await open(page, '/')
  await press(page.getByRole('link', { name: 'Find a Caregiver' }).first())
  await expect(page.getByRole('heading', { name: 'Find a Caregiver', level: 1 })).toBeVisible()
  await fill(page.getByRole('searchbox', { name: /^Search caregivers/ }), caregiver.user.full_name)
  const card = page.locator('li', { has: page.getByRole('link', { name: caregiver.user.full_name }) })
  await press(card.getByRole('link', { name: /^Book / }).first())
  await press(page.getByRole('link', { name: 'Register' }))
  await signUp(page, api, family, counted)

  await page.waitForURL(`/caregiver/${caregiver.user.id}/book?date=**`)
  const selected = page.getByRole('region', { name: 'Selected times' })
  await expect(selected).toContainText('9:00 AM – 10:00 AM')
  await press(page.getByRole('button', { name: /^10:00 AM – 11:00 AM/ }))
  await expect(selected).toContainText('9:00 AM – 11:00 AM')
  await press(page.getByRole('button', { name: 'Add a child' }))
  await fill(page.getByLabel('Child name'), 'Otto')
  await press(page.getByRole('button', { name: 'Or just the age' }))
  await fill(page.getByLabel('Age', { exact: true }), '3')
  await press(page.getByRole('button', { name: 'Add Child' }))
  await expect(page.getByRole('checkbox', { name: /^Otto/ })).toBeChecked()
  await fill(page.getByLabel('Street address'), '12 Plane Street')
  await fill(page.getByLabel('Part of town'), 'North End')
  await fill(page.getByLabel('City'), 'Halifax')
  await fill(page.getByLabel(/^Note to the caregiver/), 'Naps at one.')
  await press(page.getByRole('button', { name: 'Send Request' }).first())
  await page.waitForURL('/requests')
  await expect(page.getByRole('article')).toContainText('Naps at one.')

  const presses = steps.filter((step) => /^\d+\. press /.test(step))
  expect(presses.length, steps.join('\n')).toBeLessThanOrEqual(PRESSES_MAXIMUM)
  expect(steps.length - presses.length, steps.join('\n')).toBeLessThanOrEqual(FIELDS_MAXIMUM)
})

/** Signs up and waits for the mail. @returns the link in it */
async function signUpWithoutCode(page: Page, api: Api, { name, email, password }: Person): Promise<string> {
  await open(page, '/signup')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByText('For my family').click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  const [, token] =
    /\/verify-email\?token=([\w-]+)/.exec(await api.readMail(email, 'is your Tendwell code')) ?? []
  return `/verify-email?token=${token}`
}

const expectLoggedIn = (page: Page) => expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()

test('the link logs in the tab that it opens and the one that signed up', async ({ page, api }) => {
  const link = await signUpWithoutCode(page, api, createPerson('Tom'))
  const tab = await page.context().newPage()
  await tab.goto(link)
  await tab.waitForURL('/')
  await expectLoggedIn(tab)
  await page.waitForURL('/')
  await expectLoggedIn(page)
})

test('the link on another device logs in both, with the password of the sign-up', async ({
  page,
  openPage,
  api,
}) => {
  const person = createPerson('Tess')
  const link = await signUpWithoutCode(page, api, person)
  const phone = await openPage()
  await phone.goto(link)
  await expect(phone.getByText('Go back to the browser where you signed up')).toBeVisible()
  await phone.getByRole('button', { name: 'Continue Here' }).click()
  await phone.getByLabel('Password', { exact: true }).fill(person.password)
  await expect(page.getByLabel('Code')).toBeVisible()
  await phone.getByRole('button', { name: 'Save and Log In' }).click()
  await phone.waitForURL('/')
  await expectLoggedIn(phone)
  await returnUntil(page, () => expect(page).toHaveURL('/', { timeout: 3_000 }))
  await expectLoggedIn(page)
})
