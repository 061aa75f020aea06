import type { Api, Person } from '../api.ts'
import type { Page } from '../fixtures.ts'

/** Signs up in the browser and verifies the email through its link. */
export async function signUp(
  page: Page,
  api: Api,
  person: Person,
  role: 'Caregiver' | 'Caretaker',
): Promise<void> {
  await page.goto('/signup')
  await page.getByRole('radio', { name: role }).check({ force: true })
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password').fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.goto(await api.findMail(person.email, 'erify'))
  await page.getByRole('link', { name: /\/verify-email\?token=/ }).click()
  await page.waitForURL('/')
}

/** Logs in on the open login screen and waits for its redirect. */
export async function logIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
