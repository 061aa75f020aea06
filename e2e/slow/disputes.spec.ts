/** A dispute: reported with evidence, answered by both sides, and closed with a part of the money back. */
import { fileURLToPath } from 'node:url'
import { createPerson, demo } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { addBooking, addCaregiver } from '../steps/bookings.ts'
import { chooseFiles } from '../steps/screens.ts'

const picture = fileURLToPath(new URL('../files/document.png', import.meta.url))
const resolution = 'Both of you say that the visit ended an hour early, so we refund that hour.'

test('a family disputes a booking with evidence, both sides answer staff, and it is closed with a split', async ({
  openPage,
  api,
}) => {
  const family = await api.register(createPerson('Fay'))
  const caregiver = await addCaregiver(api, 'Carla')
  await addBooking(api, family, caregiver)
  const home = await openPage(family)
  const id = await openDispute(home, caregiver.user.full_name)

  const admin = await api.logIn(demo.admin)
  const desk = await openPage(admin)
  await desk.goto('/admin/disputes')
  await desk
    .getByRole('row')
    .filter({ hasText: `DPT-${id}` })
    .getByText('Submitted')
    .click()
  await expect(desk.getByRole('heading', { level: 1, name: `DPT-${id}` })).toBeVisible()
  await expect(desk.getByRole('link', { name: /document\.png/ })).toBeVisible()
  await desk.getByRole('button', { name: 'Assign to me' }).click()
  await expect(desk.getByText(`Assigned to ${admin.user.full_name}`)).toBeVisible()
  await ask(desk, 'The family', 'When did the visit end?')
  await ask(desk, 'The caregiver', 'Why did you leave early?')

  const ofFamily = await api.readMail(family.user.email, `question about dispute DPT-${id}`)
  expect(ofFamily).toContain('When did the visit end?')
  expect(ofFamily).not.toContain('Why did you leave early?')
  const ofCaregiver = await api.readMail(caregiver.user.email, `question about dispute DPT-${id}`)
  expect(ofCaregiver).toContain('Why did you leave early?')

  await home.goto(`/caretaker/disputes/${id}`)
  await reply(home, 'At ten, not at eleven.')
  await expect(home.getByText('Why did you leave early?')).toHaveCount(0)
  const work = await openPage(caregiver)
  await work.goto('/caregiver/disputes')
  await work.getByRole('button', { name: /^Notifications/ }).click()
  const notices = work.getByRole('region', { name: 'Notifications' })
  await notices
    .getByRole('link', { name: `DPT-${id}` })
    .first()
    .click()
  await work.waitForURL(`/caregiver/disputes/${id}`)
  await reply(work, 'My train would have been the last one.')
  await expect(work.getByText('At ten, not at eleven.')).toHaveCount(0)
  await chooseFiles(work, 'Choose files: Add evidence', picture)
  await work.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(work.getByText('Evidence file: document.png')).toHaveCount(2)

  await desk.reload()
  await expect(desk.getByText('My train would have been the last one.')).toBeVisible()
  await expect(desk.getByText(`${caregiver.user.full_name} added evidence`)).toBeVisible()
  await split(desk)

  for (const [page, { user }] of [
    [home, family],
    [work, caregiver],
  ] as const) {
    await page.reload()
    const decided = page.getByRole('region', { name: 'Resolution' })
    await expect(decided.getByText(resolution)).toBeVisible()
    await expect(page.getByText(/^Refund(ed| on its way): \$48\.00 to /)).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    expect(await api.readMail(user.email, 'is closed')).toContain(resolution)
  }
})

/** Reports the only booking with a file, as the family. @returns the dispute's number */
async function openDispute(page: Page, caregiver: string): Promise<number> {
  await page.goto('/caretaker/disputes/add')
  await page.getByRole('button', { name: /Select booking/ }).click()
  await page.getByRole('option', { name: caregiver }).click()
  await page.getByRole('combobox', { name: 'Dispute type' }).fill('oth')
  await page.getByRole('option', { name: 'Other' }).click()
  await page.getByLabel('What is it about?').fill('The hours')
  await page.getByLabel('Reason').fill('The visit ended an hour early.')
  await chooseFiles(page, 'Choose files: Evidence', picture)
  await page.getByRole('button', { name: 'Create Dispute' }).click()
  await page.waitForURL('/caretaker/disputes')
  const [, number] = /DPT-(\d+)/.exec(await page.getByRole('article').innerText()) ?? []
  return Number(number)
}

async function ask(page: Page, side: string, question: string): Promise<void> {
  const panel = page.getByRole('region', { name: 'Questions' })
  await panel.getByText(side, { exact: true }).click()
  await panel.getByLabel('New question').fill(question)
  await panel.getByRole('button', { name: 'Send question' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: question })).toBeVisible()
  await expect(panel.getByLabel('New question')).toHaveValue('')
}

async function reply(page: Page, answer: string): Promise<void> {
  await page.getByLabel('Your answer').fill(answer)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: answer })).toBeVisible()
}

/** Escalates and closes with the price of one of two hours, by keyboard where the focus is. */
async function split(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Dispute Status Management' })
  await page.getByRole('button', { name: 'Escalate Dispute' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Escalate Dispute' }).click()
  await expect(heading).toBeFocused()

  await page.getByRole('button', { name: 'Close Dispute' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByLabel('Resolution')).toBeFocused()
  await dialog.getByRole('button', { name: 'Close Dispute' }).click()
  await expect(dialog.getByText('Resolution is required')).toBeVisible()
  await dialog.getByLabel('Resolution').fill(resolution)
  await dialog.getByLabel(/^Refund to/).fill('48')
  await dialog.getByRole('button', { name: 'Refund $48.00 and close' }).click()
  await expect(heading).toBeFocused()
  await expect(page.getByText('Refund of $48.00 requested')).toBeVisible()
}
