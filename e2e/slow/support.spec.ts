/** The questions on /help and the contact form on /contact. */
import { SUPPORT_EMAIL } from '@tendwell/contract/reference'
import { createPerson } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'

test('questions open and close by keyboard, and their links work', async ({ page }) => {
  await page.goto('/help')
  for (const topic of ['Booking', 'Payment', 'Verification', 'Disputes']) {
    await expect(page.getByRole('heading', { level: 2, name: topic })).toBeVisible()
  }
  const answer = page.getByText('Once they accept, pay to confirm')
  await expect(answer).toBeHidden()
  await page.getByText('How do I book a caregiver?').focus()
  await page.keyboard.press('Enter')
  await expect(answer).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(answer).toBeHidden()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Find a caregiver', exact: true }).click()
  await expect(page).toHaveURL('/caregivers')

  await page.goto('/help')
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Disputes' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Disputes' })).toBeInViewport()
  await page.getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL('/contact')
})

test('a contact message is confirmed and reaches support', async ({ page, api }) => {
  const person = createPerson('Wanda')
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Please fix the highlighted fields')).toBeVisible()
  for (const field of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByText(`${field} is required`, { exact: true })).toBeVisible()
  }
  await write(page, person.name, person.email, `A key for ${person.name}`)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Where shall I leave it?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { name: 'We got your message' })).toBeFocused()
  await expect(page.getByText(person.email)).toBeVisible()
  await page.getByRole('button', { name: 'Write another' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Subject'), 'the draft is cleared after sending').toHaveValue('')
  await page.goto(await api.findMail(SUPPORT_EMAIL, 'Contact form message'))
  await expect(page.getByRole('paragraph').filter({ hasText: 'Where shall I leave it?' })).toBeVisible()
  await expect(page.getByRole('paragraph').filter({ hasText: person.email })).toBeVisible()
})

async function write(page: Page, name: string, email: string, subject: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Subject').fill(subject)
  await page.getByRole('textbox', { name: 'Message' }).fill('Where shall I leave it?')
}
