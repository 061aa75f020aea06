import type { Api, Person } from '../api.ts'
import type { Page } from '../fixtures.ts'
import type { Steps } from './count-steps.ts'

/**
 * Signs up on the open sign-up screen, where the role is preselected, and enters the mailed code. Then the
 * person is logged in, and the screen soon goes on.
 */
export async function signUp(page: Page, api: Api, person: Person, { press, fill }: Steps): Promise<void> {
  await fill(page.getByLabel('Name', { exact: true }), person.name)
  await fill(page.getByLabel('Email'), person.email)
  await fill(page.getByLabel('Password', { exact: true }), person.password)
  await fill(page.getByLabel('Confirm Password'), person.password)
  await press(page.getByRole('button', { name: 'Sign up' }))
  await page.waitForURL((url) => url.pathname === '/verify-email')
  const mail = await api.readMail(person.email, 'is your Tendwell code')
  const [, code = ''] = /Your code\D*(\d{6})/.exec(mail) ?? []
  await fill(page.getByLabel('Code'), code)
}

/** Logs in on the open login screen and waits for its redirect. */
export async function logIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
