import type { AdminJob } from '@tendwell/contract/console/jobs'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { proofRequired } from '../../../test/data.ts'
import { expectExport, expectToast } from '../../../test/expect.ts'
import { adminJobs } from '../../../test/lists.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf, sentWrites, server } from '../../../test/server.ts'
import { JobsPage } from './jobs-page.tsx'

const call = 'get /api/admin-panel/jobs/'
const [refused] = adminJobs as [AdminJob]
const run_at = '2026-06-01T12:10:00Z'
const waiting: AdminJob = { ...refused, id: 40, state: 'waiting', attempts: 2, max_attempts: 25, run_at }

/** Opens the page with a list of each state. */
function openJobs(lists: { failed?: AdminJob[]; waiting?: AdminJob[] }, query = '') {
  server.use(
    http.get('/api/admin-panel/jobs/', ({ request }) => {
      const state = new URL(request.url).searchParams.get('state') as 'failed' | 'waiting'
      return HttpResponse.json(listOf(lists[state] ?? []))
    }),
  )
  return renderPage(<JobsPage />, { route: `/admin/jobs${query}`, session: sessionOf(admin) })
}

it('lists failed jobs with their attempts and last error, and counts those that wait', async () => {
  openJobs({ failed: [refused, { ...refused, id: 8, last_error: null }], waiting: [waiting] })
  const table = within(await screen.findByRole('table', { name: 'Failed jobs' }))
  expect(table.getAllByText('Notifications: email')).toHaveLength(2)
  expect(table.getAllByText('1 of 1')).toHaveLength(2)
  expect(table.getByText('The mail server answered 550 5.1.1 to RCPT TO')).toBeInTheDocument()
  expect(table.getByText('Its process stopped each time')).toBeInTheDocument()
  expect(await screen.findByRole('tab', { name: /Failed ?2/ })).toBeInTheDocument()
  expect(await screen.findByRole('tab', { name: /Waiting ?1/ })).toBeInTheDocument()
  await expectExport('jobs')
})

it('keeps the tab in the URL; a running job has no actions', async () => {
  const scheduled = { ...waiting, id: 42, attempts: 0 }
  const { user, address } = openJobs({
    waiting: [waiting, { ...waiting, id: 41, is_running: true }, scheduled],
  })
  expect(await screen.findByText('No failed jobs')).toBeInTheDocument()
  expect(await screen.findByText('3 jobs still waiting.')).toBeVisible()
  expect(screen.queryByText('Everything was sent and done.')).not.toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: /Waiting/ }))
  expect(address()).toBe('/admin/jobs?state=waiting')
  expect(await screen.findByText('Running now')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Retry job 40' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Run job 42 now' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Retry job 41' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Drop job 41' })).toBeDisabled()
})

it('retries a job and reloads the list', async () => {
  const lists = { failed: [refused] }
  const { press } = openJobs(lists)
  answer('post /api/admin-panel/jobs/7/retry/', { message: 'Job started again' })
  const retry = await screen.findByRole('button', { name: 'Retry job 7' })
  lists.failed = []
  await press(retry.getAttribute('aria-label') as string)
  expect(await screen.findByText('Job started again')).toBeInTheDocument()
  expect(await screen.findByText('No failed jobs')).toBeInTheDocument()
  expect(screen.getByText('Everything was sent and done.')).toBeVisible()
})

it('retries all failed jobs at once', async () => {
  const lists = { failed: [refused, { ...refused, id: 8 }] }
  const { press } = openJobs(lists)
  answer('post /api/admin-panel/jobs/retry/', { message: '2 jobs started again' })
  await screen.findByRole('button', { name: 'Retry all failed jobs' })
  lists.failed = []
  await press('Retry all failed jobs')
  expect(await screen.findByText('2 jobs started again')).toBeInTheDocument()
  expect(await screen.findByText('No failed jobs')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Retry all failed jobs' })).not.toBeInTheDocument()
})

it('drops a job only after a confirmation', async () => {
  const lists = { failed: [refused] }
  const { press } = openJobs(lists)
  await screen.findByRole('table', { name: 'Failed jobs' })
  await press('Drop job 7')
  expect(await screen.findByRole('alertdialog', { name: 'Drop job 7?' })).toHaveTextContent(
    'What “Notifications: email” should have done won’t happen.',
  )
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(sentWrites()).toEqual([])
  answer('post /api/admin-panel/jobs/7/drop/', { message: 'Job dropped' })
  await press('Drop job 7')
  lists.failed = []
  await press('Drop job')
  expect(await screen.findByText('Job dropped')).toBeInTheDocument()
  expect(await screen.findByText('No failed jobs')).toBeInTheDocument()
})

it.each([
  ['Retry job 7', 'post /api/admin-panel/jobs/7/retry/'],
  ['Retry all failed jobs', 'post /api/admin-panel/jobs/retry/'],
] as const)('asks the admin to confirm who they are, then does it: %s', async (button, call) => {
  const { press, fill } = openJobs({ failed: [refused, { ...refused, id: 8 }] })
  answer(call, proofRequired, 403)
  await screen.findByRole('button', { name: button })
  await press(button)
  await screen.findByRole('dialog', { name: 'Enter your password to continue' })
  answer('post /api/auth/reauthenticate/', { message: 'Confirmed' })
  answer(call, { message: 'Started again' })
  await fill('Password', 'a quiet river')
  await press('Confirm')
  await expectToast('Started again')
})

it('drops a job once the admin confirmed who they are', async () => {
  const { press, user } = openJobs({ failed: [refused] })
  await screen.findByRole('table', { name: 'Failed jobs' })
  const call = 'post /api/admin-panel/jobs/7/drop/'
  answer(call, proofRequired, 403)
  await press('Drop job 7')
  await press('Drop job')
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password to continue' }))
  answer('post /api/auth/reauthenticate/', { message: 'Confirmed' })
  answer(call, { message: 'Job dropped' })
  await user.click(dialog.getByLabelText('Password'))
  await user.paste('a quiet river')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await expectToast('Job dropped')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
})

it('says why a job could not be retried', async () => {
  const { press } = openJobs({ failed: [refused] })
  const detail = 'This job is running now. Try again in a moment'
  answer('post /api/admin-panel/jobs/7/retry/', { detail, code: 'conflict' }, 409)
  await screen.findByRole('table', { name: 'Failed jobs' })
  await press('Retry job 7')
  expect(await screen.findByText(detail)).toBeInTheDocument()
})

it('offers to retry when the jobs fail to load', async () => {
  const { press } = openJobs({})
  answer(call, {}, 500)
  expect(await screen.findByText('Failed to load jobs')).toBeInTheDocument()
  answer(call, listOf([refused]))
  await press('Retry')
  expect(await screen.findByRole('table', { name: 'Failed jobs' })).toBeInTheDocument()
})
