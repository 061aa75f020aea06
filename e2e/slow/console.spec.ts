/** The admin console: bulk decisions, filters, a dispute from escalation to refund, and analytics as tables. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AdminUser, EngagementItem } from '@tendwell/contract/admin'
import { type Api, createPerson, demo, type Person } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { openDispute } from './steps/disputes.ts'

const picture = fileURLToPath(new URL('../files/document.png', import.meta.url))

type List<Row> = { count: number; results: Row[] }

async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Search parents, caregivers').fill(text)
  await page.getByPlaceholder('Search parents, caregivers').press('Enter')
  await expect(page.getByText(`Results for “${text}”`)).toBeVisible()
}

test('an admin rejects several caregivers together and deactivates one account', async ({
  openPage,
  api,
}) => {
  const surname = createPerson('').name.trim()
  const bella = { ...createPerson('Bella'), name: `Bella ${surname}` }
  for (const person of [bella, { ...createPerson('Betty'), name: `Betty ${surname}` }]) {
    await api.register(person, 'caregiver')
  }
  const page = await openPage(await api.logIn(demo.admin))
  await page.goto('/admin')
  await searchFor(page, surname)
  const approval = page.getByRole('table', { name: 'Awaiting Verification' })
  await expect(approval.getByRole('row', { name: surname })).toHaveCount(2)
  await expect(approval.getByRole('button', { name: /^ID Front of Bella/ })).toBeDisabled()

  // Documents that arrive after the list was loaded have not been reviewed.
  await sendIdFront(api, bella)
  await approval.getByRole('button', { name: /^Verify Bella/ }).click()
  await expect(page.getByText(/^The documents changed after you opened them/)).toBeVisible()
  await expect(approval.getByRole('link', { name: /^ID Front of Bella/ })).toBeVisible()

  await page.getByRole('button', { name: 'Reject selected' }).click()
  await expect(page.getByText('Please select caregivers first')).toBeVisible()
  await page.getByText('Select all').click()
  await page.getByRole('button', { name: 'Reject selected' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Reject 2 caregivers?' })
  const reason = dialog.getByLabel('Rejection Reason *')
  await expect(reason).toHaveValue('Bulk rejection')
  await expect(dialog.getByLabel('Admin notes')).toHaveValue('Bulk rejected action')
  await reason.fill('  ')
  await expect(dialog.getByRole('button', { name: 'Reject 2 caregivers' })).toBeDisabled()
  await reason.fill('The documents are missing')
  await dialog.getByRole('button', { name: 'Reject 2 caregivers' }).click()
  await expect(page.getByText('2 caregivers rejected successfully')).toBeVisible()
  await expect(page.getByText('No caregivers awaiting verification')).toBeVisible()

  await page.getByRole('tab', { name: 'Caregivers', exact: true }).click()
  const people = page.getByRole('table', { name: 'Caregivers' })
  await expect(people.getByText('Rejected')).toHaveCount(2)
  const account = people.getByRole('switch', { name: `Betty ${surname} is active` })
  await account.press('Space')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(account).toBeChecked()
  await account.press('Space')
  await page.getByLabel('Reason *').fill('Forged papers')
  await page.getByRole('button', { name: 'Deactivate account' }).click()
  await expect(page.getByText('User deactivated successfully')).toBeVisible()
  await expect(account).not.toBeChecked()

  // While one account's change is pending, another can be changed.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    '**/api/admin-panel/users/*/status/',
    async (route) => {
      await released
      await route.continue()
    },
    { times: 1 },
  )
  await account.press('Space')
  await expect(account).toBeDisabled()
  await people.getByRole('switch', { name: `Bella ${surname} is active` }).press('Space')
  await page.getByLabel('Reason *').fill('Forged papers')
  await page.getByRole('button', { name: 'Deactivate account' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  release()
  await expect(page.getByText('User activated successfully')).toBeVisible()
  await expect(account).toBeChecked()
  await expect(people.getByRole('switch', { name: `Bella ${surname} is active` })).not.toBeChecked()
})

/** Uploads the ID through the API, while the admin's list is open. */
async function sendIdFront(api: Api, person: Person): Promise<void> {
  const form = new FormData()
  form.set('gov_id_front', new Blob([await readFile(picture)], { type: 'image/png' }), 'id.png')
  await api.call(await api.logIn(person), 'POST', '/api/auth/caregiver/documents/', form)
}

test('search, status, category and date range filter the lists', async ({ openPage, api }) => {
  const admin = await api.logIn(demo.admin)
  const page = await openPage(admin)
  const offered = await api.call<List<AdminUser>>(
    admin,
    'GET',
    '/api/admin-panel/users/?role=caregiver&category=Night%20nanny&page_size=100',
  )
  expect(offered.count).toBeGreaterThan(0)
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Caregivers', exact: true }).click()
  await page.getByRole('button', { name: /Category/ }).click()
  await page.getByRole('option', { name: 'Night nanny' }).click()
  const counted = new RegExp(`^${offered.count} caregivers?$`)
  await expect(page.getByText(counted)).toBeVisible()
  await page.reload()
  await expect(page.getByText(counted)).toBeVisible()
  await page.getByRole('button', { name: /^Joined/ }).click()
  await page.getByLabel('From', { exact: true }).fill('2020-01-31')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Choose an end date on or after the start date')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2020-02-01')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No caregivers', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page.getByText(counted)).toHaveCount(0)

  await page.getByRole('link', { name: 'Requests' }).click()
  const requests = page.getByRole('table', { name: 'Requests' })
  await expect(requests.getByText('Submitted').first()).toBeVisible()
  await page.getByRole('button', { name: /Status/ }).click()
  await page.getByRole('option', { name: 'Closed' }).click()
  await expect(requests.getByText('Accepted').first()).toBeVisible()
  await expect(requests.getByText('Submitted')).toHaveCount(0)
  await searchFor(page, 'caregiver@demo.tendwell.test')
  await expect(requests.getByRole('row').nth(1)).toContainText('Amara Bennett')
  await expect(requests.getByRole('link', { name: 'caregiver@demo.tendwell.test' }).first()).toHaveAttribute(
    'href',
    'mailto:caregiver@demo.tendwell.test',
  )
  await searchFor(page, 'zzzzqq')
  await expect(page.getByText('No requests', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('No requests', { exact: true })).toBeVisible()
  // A link that is followed before the last one's page has loaded replaces it in the history.
  await page.getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  await page.getByRole('link', { name: 'Disputes' }).click()
  await expect(page.getByText('Results for “zzzzqq”')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Closed disputes' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Clear search and dates' }).click()
  await expect(requests.getByText('Accepted').first()).toBeVisible()
  await expect(requests.getByText('Submitted')).toHaveCount(0)
})

test('by keyboard alone, an admin sorts a list, exports it and saves the view', async ({ openPage, api }) => {
  const page = await openPage(await api.logIn(demo.admin))
  await page.goto('/admin/requests?status=closed')
  const table = page.getByRole('table', { name: 'Requests' })
  await table.getByRole('button', { name: 'Sort by Total Price (USD)' }).press('Enter')
  await expect(page).toHaveURL(/sort=-total_price_usd/)
  const price = table.getByRole('columnheader', { name: /^Total Price/ })
  await expect(price).toHaveAttribute('aria-sort', 'descending')
  await table.getByRole('button', { name: 'Sort by Total Price (USD)' }).press('Space')
  await expect(price).toHaveAttribute('aria-sort', 'ascending')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^tendwell-requests-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffNumber,Caregiver,/)
  const firstRow = table.getByRole('row').nth(1)
  await expect(firstRow.getByRole('link', { name: `#${lines[1]?.split(',')[0]}` })).toBeVisible()

  const views = page.getByRole('button', { name: 'Views' })
  await views.press('Enter')
  await page.getByRole('button', { name: 'Save current view' }).press('Enter')
  const name = createPerson('Cheapest').name
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`View “${name}” saved`)).toBeVisible()
  await page.goto('/admin/requests')
  await views.press('Enter')
  await page.getByRole('link', { name }).press('Enter')
  await expect(page).toHaveURL(/status=closed&sort=total_price_usd/)
  // The menu closes just after the URL has changed.
  await expect(views).toHaveAttribute('aria-expanded', 'false')
  await views.press('Enter')
  await page.getByRole('button', { name: `Delete ${name}` }).press('Enter')
  await expect(page.getByText(`View “${name}” deleted`)).toBeVisible()
})

test('an admin escalates a dispute and closes it with a refund', async ({ openPage, api }) => {
  const { id, total } = await openDispute(api)
  const page = await openPage(await api.logIn(demo.admin))
  await page.goto('/admin/disputes')
  const row = page.getByRole('row').filter({ hasText: `DPT-${id}` })
  await row.getByText('Submitted').click()
  await page.waitForURL(`/admin/disputes/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: `DPT-${id}` })).toBeVisible()
  await expect(page.getByText('No evidence uploaded.')).toBeVisible()

  await page.getByRole('button', { name: 'Escalate Dispute' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Escalate Dispute' }).click()
  await expect(page.getByText('Dispute escalated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject Dispute' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Close Dispute' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Resolution').fill('They left early, so a part is refunded.')
  await dialog.getByLabel(/^Refund to/).fill(String(total + 1))
  await dialog.getByRole('button', { name: /^Refund .* and close$/ }).click()
  await expect(dialog.getByText(/^You can refund at most \$/)).toBeVisible()
  await dialog.getByLabel(/^Refund to/).fill('10.50')
  // The caregiver may have withdrawn some of the money by now; only the server knows.
  const refusal = 'You can refund at most $5.00'
  await page.route(
    `**/api/admin-panel/disputes/${id}/close/`,
    (route) => route.fulfill({ status: 400, json: { detail: refusal, refund_usd: [refusal] } }),
    { times: 1 },
  )
  await dialog.getByRole('button', { name: /^Refund .* and close$/ }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(refusal)).toBeVisible()
  await expect(dialog.getByLabel(/^Refund to/)).toHaveAccessibleDescription(refusal)
  await expect(dialog.getByLabel(/^Refund to/)).toBeFocused()
  await dialog.getByRole('button', { name: /^Refund .* and close$/ }).click()
  await expect(page.getByText('Dispute closed successfully')).toBeVisible()
  await expect(
    page.getByText('This dispute has been closed. No further actions are available.'),
  ).toBeVisible()
  await expect(page.getByText('$10.50').first()).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(row).toHaveCount(0)
})

test('an admin who acts on a dispute too late sees what another admin did', async ({ openPage, api }) => {
  const { id } = await openDispute(api)
  const admin = await api.logIn(demo.admin)
  const page = await openPage(admin)
  await page.goto(`/admin/disputes/${id}`)
  await page.getByRole('button', { name: 'Escalate Dispute' }).click()
  await api.call(admin, 'POST', `/api/admin-panel/disputes/${id}/reject/`, {
    resolution: 'The visit took place',
  })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Escalate Dispute' }).click()
  await expect(
    page.getByText('This dispute has been rejected. No further actions are available.'),
  ).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('analytics have exact tables for the chosen dates, by day, week and month', async ({
  openPage,
  api,
}) => {
  const admin = await api.logIn(demo.admin)
  const page = await openPage(admin)
  const days = page.getByRole('table', { name: 'Parents and caregivers by day' })
  const path = '/api/admin-panel/analytics/monthly-engagement/?bucket=day'
  // At midnight in UTC the page may be a day ahead of the API's answer.
  await expect(async () => {
    const { results } = await api.call<List<EngagementItem>>(admin, 'GET', path)
    await page.goto('/admin/analytics')
    await expect(days.getByRole('row').nth(1)).toContainText(results.at(-1)?.label ?? '')
  }).toPass()
  await expect(page.getByText('compared with the 30 days before').first()).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(2)
  await expect(days.getByRole('row')).toHaveCount(31)
  await expect(page.getByRole('table', { name: 'Revenue by day' })).toBeVisible()

  await page.getByRole('button', { name: 'Period: Last 30 days' }).click()
  await page.getByLabel('From', { exact: true }).fill('2018-01-01')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByLabel('From', { exact: true })).toHaveAccessibleDescription(
    'The range can cover at most five years',
  )
  await page.getByLabel('From', { exact: true }).fill('2026-01-10')
  await page.getByLabel('To', { exact: true }).fill('2026-03-09')
  await page.getByRole('button', { name: 'Apply' }).click()
  const weeks = page.getByRole('table', { name: 'Parents and caregivers by week' })
  await expect(weeks.getByRole('row')).toHaveCount(11)
  await page.getByRole('button', { name: /Divided$/ }).click()
  await page.getByRole('option', { name: 'By month' }).click()
  const months = page.getByRole('table', { name: 'Parents and caregivers by month' })
  await expect(months.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Period: Jan 10, 2026 – Mar 9, 2026' })).toBeVisible()
})
