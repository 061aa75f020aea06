import { randomBytes } from 'node:crypto'
import { expect, type Page } from '../../fixtures.ts'

export type Person = { name: string; email: string; password: string }

/** A new person with a unique last name and email. */
export function createPerson(firstName: string): Person {
  const mark = [...randomBytes(6)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')
  const name = `${firstName} ${mark.charAt(0).toUpperCase()}${mark.slice(1)}`
  return { name, email: `${mark}@journey.test`, password: 'a quiet river at dawn' }
}

/** Waits for an email to this address whose subject contains the text, and opens the newest. */
export async function openMail(page: Page, email: string, subject: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject })
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(row.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await row.first().getByRole('link').click()
}

/** Creates a verified account through the API. */
export async function register(
  page: Page,
  person: Person,
  role: 'caregiver' | 'caretaker' = 'caretaker',
): Promise<void> {
  const { name, email, password } = person
  const answer = await page.request.post('/api/auth/signup/', {
    data: { full_name: name, email, password, role },
  })
  expect(answer.status()).toBe(201)
  const link = await findLink(page, email, 'erify')
  const token = new URL(link).searchParams.get('token')
  expect((await page.request.post('/api/auth/verify-email/', { data: { token } })).status()).toBe(200)
}

/** The link in the newest email to this address whose subject contains the text. */
async function findLink(page: Page, email: string, subject: string): Promise<string> {
  await openMail(page, email, subject)
  const href = await page.getByRole('link', { name: /\?token=/ }).getAttribute('href')
  return href ?? ''
}
