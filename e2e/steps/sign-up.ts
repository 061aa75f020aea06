import type { Api, Person } from '../api.ts'
import { expect, type Page } from '../fixtures.ts'
import type { Steps } from './count-steps.ts'

/**
 * Signs up on the open sign-up screen, where the role is preselected, and opens the mailed link as a mail
 * program does.
 * @returns the tab of the link, which soon goes home, or to the login if a page waits behind it
 */
export async function signUp(page: Page, api: Api, person: Person, { press, fill }: Steps): Promise<Page> {
  await fill(page.getByLabel('Name', { exact: true }), person.name)
  await fill(page.getByLabel('Email'), person.email)
  await fill(page.getByLabel('Password', { exact: true }), person.password)
  await fill(page.getByLabel('Confirm Password'), person.password)
  await press(page.getByRole('button', { name: 'Sign up' }))
  // By then the tab has stored what the link needs.
  await page.waitForURL('/verify-email')
  const tab = await page.context().newPage()
  await tab.goto(await api.findMail(person.email, 'erify'))
  // The page that says so is replaced after 2 seconds, which a slow machine may miss.
  const answer = tab.waitForResponse('**/api/auth/verify-email/')
  await press(tab.getByRole('link', { name: /\/verify-email\?token=/ }))
  expect((await answer).status()).toBe(200)
  return tab
}

/** Logs in on the open login screen and waits for its redirect. */
export async function logIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
