/** A dispute from creation to refund, with one evidence file that uploads and one that fails. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Api, demo } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'

const picture = fileURLToPath(new URL('../files/document.png', import.meta.url))
const megabyte = 1024 * 1024

test('a family disputes a booking with evidence and sees the refund', async ({ openPage, api, problems }) => {
  const page = await openPage(await api.logIn(demo.family))
  await page.goto('/caretaker/disputes/add')
  await expectRequiredFields(page)
  await page.getByRole('button', { name: /Select booking/ }).click()
  const option = page.getByRole('option', { name: /Amara Bennett/ }).first()
  await expect(option).toContainText(/ [AP]M.* · [\d.]+ hours? · \$[\d,.]+ · submitted /)
  const price = Number(/\$([\d.]+)/.exec(await option.innerText())?.[1])
  await option.click()
  await page.getByRole('combobox', { name: 'Dispute type' }).fill('oth')
  await page.getByRole('option', { name: 'Other' }).click()
  await page.getByLabel('Reason').fill('The garden gate was left open all night.')
  await page.getByRole('button', { name: 'Create Dispute' }).click()
  await expect(page.getByText('Please provide details for "Other" dispute type').first()).toBeVisible()
  await page.getByLabel('What is it about?').fill('The gate')

  // Typed text survives a reload.
  await page.reload()
  await expect(page.getByLabel('What is it about?')).toHaveValue('The gate')
  await expect(page.getByLabel('Reason')).toHaveValue('The garden gate was left open all night.')
  await expect(page.getByRole('button', { name: /Select booking/ })).toContainText('Amara Bennett')

  await chooseEvidence(page)
  problems.allow(/503/)
  await page.route('**/api/disputes/*/evidence/', (route) => {
    const isLost = route.request().postDataBuffer()?.includes('lost.png')
    return isLost
      ? route.fulfill({ status: 503, json: { detail: 'Please try again in a minute' } })
      : route.continue()
  })
  const created = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/disputes/')
  await page.getByRole('button', { name: 'Create Dispute' }).click()
  const { id } = (await (await created).json()) as { id: number }
  await expect(page.getByText('Failed to upload lost.png')).toBeVisible()
  await expect(page.getByText('Dispute created successfully!')).toBeVisible()
  await page.waitForURL('/caretaker/disputes')
  const card = page.getByRole('article').filter({ hasText: `DPT-${id}` })
  await expect(card).toContainText('Submitted')
  await expect(card.getByRole('button', { name: `Close Dispute DPT-${id}` })).toBeVisible()

  const refunded = Math.floor(price / 2)
  await settle(api, id, refunded)
  await card.getByRole('link', { name: /^View Details/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: `DPT-${id}` })).toBeVisible()
  await expect(page.getByText(`$${refunded}.00 was refunded`)).toBeVisible()
  await expect(page.getByText('Other: The gate')).toBeVisible()
  await expect(page.getByText('Evidence file: gate.png')).toBeVisible()
  await expect(page.getByText('Evidence file: lost.png')).toHaveCount(0)

  await readAsCaregiver(await openPage(await api.logIn(demo.caregiver)), id)
})

test('a family finds a dispute by its number and filters by status', async ({ openPage, api }) => {
  const page = await openPage(await api.logIn(demo.family))
  // A page past the end opens the last page.
  await page.goto('/caretaker/disputes?page=9')
  const cards = page.getByRole('article')
  await expect(cards.nth(3)).toBeVisible()
  await page.getByRole('button', { name: /^All Statuses/ }).click()
  await page.getByRole('option', { name: 'Rejected' }).click()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Communication Issues')
  const label = await cards.getByRole('heading').innerText()
  await page.getByRole('searchbox', { name: 'Search disputes' }).fill(label.toLowerCase())
  await expect(page).toHaveURL(/q=dpt-\d+/)
  await expect(cards).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search disputes' }).fill('nothing of the kind')
  await expect(page.getByText('No disputes found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(cards.nth(3)).toBeVisible()

  // Reopening the form loads the bookings again.
  await page.getByRole('link', { name: 'Create New Dispute' }).click()
  await expect(page.getByRole('button', { name: /Select booking/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.route('**/api/disputes/bookings/available/**', (route) =>
    route.fulfill({ json: { count: 0, next: null, previous: null, results: [] } }),
  )
  await page.getByRole('link', { name: 'Create New Dispute' }).click()
  await expect(page.getByText('No available bookings for dispute creation')).toBeVisible()
})

/** Submits the empty form: a toast shows the first error, and each field shows its own. */
async function expectRequiredFields(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Dispute' }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('Please select a booking')
  await expect(page.getByText('Please select a dispute type')).toBeVisible()
  await expect(page.getByText('Please provide a reason for the dispute')).toBeVisible()
}

/** Rejects files of a wrong type or size, removes five chosen ones, then chooses the two to upload. */
async function chooseEvidence(page: Page): Promise<void> {
  const content = await readFile(picture)
  const image = (name: string, buffer = content) => ({ name, mimeType: 'image/png', buffer })
  const choose = async (files: ReturnType<typeof image>[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files: Evidence' }).click()
    await (await chooser).setFiles(files)
  }
  await choose([
    { ...image('page.html'), mimeType: 'text/html' },
    image('film.png', Buffer.alloc(10 * megabyte + 1)),
  ])
  await expect(
    page.getByText('page.html is not a valid file type. Please upload PNG, JPG, or PDF files.'),
  ).toBeVisible()
  await expect(page.getByText('film.png is too large. Please upload files smaller than 10MB.')).toBeVisible()
  await choose(['a', 'b', 'c', 'd', 'e'].map((name) => image(`${name}.png`)))
  const full = page.getByRole('button', { name: 'Maximum 5 files reached' })
  await expect(full).toBeDisabled()
  await expect(page.getByText('5/5 files')).toBeVisible()
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await page.getByRole('button', { name: `Remove ${name}.png` }).click()
  }
  await choose([image('lost.png'), image('gate.png')])
  await expect(page.getByText('2/5 files')).toBeVisible()
}

/** Escalates the dispute as an admin and closes it with a refund. */
async function settle(api: Api, id: number, refundUsd: number): Promise<void> {
  const admin = await api.logIn(demo.admin)
  await api.call(admin, 'POST', `/api/admin-panel/disputes/${id}/escalate/`, {})
  await api.call(admin, 'POST', `/api/admin-panel/disputes/${id}/close/`, {
    refund_usd: refundUsd,
    resolution: 'The gate was left open, so we refund a part.',
  })
}

/** Opens the dispute as the caregiver, from the list and from the bell. */
async function readAsCaregiver(page: Page, id: number): Promise<void> {
  await page.goto('/caregiver/disputes')
  await expect(page.getByRole('article').filter({ hasText: `DPT-${id}` })).toContainText('Closed')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('link', { name: `DPT-${id}` })
    .first()
    .click()
  await page.waitForURL(`/caregiver/disputes/${id}`)
  await expect(page.getByText('Evidence file: gate.png')).toBeVisible()
  await expect(page.getByText(/was refunded/)).toBeVisible()
}
