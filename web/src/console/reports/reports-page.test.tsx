import type { ReportRecord } from '@tendwell/contract/console/reports'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { expectExport, expectFieldError, expectPersonLinks, expectToast } from '../../../test/expect.ts'
import { adminReports } from '../../../test/lists.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import {
  reportedProfile,
  reportedReview,
  reportRecord,
  safetyReport,
  suspendedReport,
} from '../../../test/records.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, server } from '../../../test/server.ts'
import { now } from '../../lib/format/clock.ts'
import { ReportPage } from './report-page.tsx'
import { ReportsPage } from './reports-page.tsx'

function openList(query = '', results = adminReports) {
  const queries: Record<string, string>[] = []
  server.use(
    http.get('/api/admin-panel/reports/', ({ request: { url } }) => {
      queries.push(Object.fromEntries(new URL(url).searchParams))
      return HttpResponse.json(listOf(results))
    }),
  )
  const route = `/admin/reports${query}`
  return { queries, ...renderPage(<ReportsPage />, { route, session: sessionOf(admin) }) }
}

async function openReport(report: ReportRecord = reportRecord) {
  answer('get /api/admin-panel/reports/1/', report)
  const page = renderPage(<ReportPage />, {
    route: '/admin/reports/1?status=closed',
    path: '/admin/reports/:reportId',
    session: sessionOf(admin),
  })
  await screen.findByRole('heading', { level: 1, name: 'Report #1' })
  return page
}

const decisionCall = 'post /api/admin-panel/reports/1/decision/'
const region = (name: string) => within(screen.getByRole('region', { name }))

it('lists reports with their outcome and filters them in the URL', async () => {
  const { queries, user, address, press } = openList('?kind=message')
  const table = await screen.findByRole('table', { name: 'Reports' })
  expect(within(table).getByText('Asks to pay outside Tendwell')).toBeVisible()
  expect(within(table).getByText('Dismissed')).toBeVisible()
  expect(within(table).getByText('Hidden, warned')).toBeVisible()
  expect(queries[0]).toEqual({ state: 'open', kind: 'message', page: '1', page_size: '20' })
  await press(/Reason/)
  await user.click(await screen.findByRole('option', { name: 'Safety concern' }))
  expect(address()).toBe('/admin/reports?kind=message&reason=safety')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ kind: 'message', reason: 'safety' }))
  await user.click(screen.getByRole('link', { name: '#2' }))
  expect(address()).toBe('/admin/reports/2?kind=message&reason=safety')
})

it('leads to those who reported and who were reported', async () => {
  const [report] = adminReports
  openList('', report && [report])
  await screen.findByRole('table', { name: 'Reports' })
  for (const person of [report?.reporter, report?.reported]) {
    expectPersonLinks({ [person?.name ?? '']: person?.id ?? 0 })
  }
})

it('says when nothing waits', async () => {
  openList('', [])
  expect(
    await screen.findByText('There are no open reports right now. To see closed ones, set Status to Closed.'),
  ).toBeVisible()
  await expectExport('reports')
})

it('shows what was reported, who reported it, and other reports', async () => {
  await openReport({ ...reportRecord, now: { text: 'Edited', rating: null, name: null, photo: null } })
  expect(region('When it was reported').getByText('Pay me in cash')).toBeVisible()
  expect(region('Now').getByText('Edited')).toBeVisible()
  expect(region('Report').getByRole('link', { name: 'Nora Lind' })).toHaveAttribute(
    'href',
    '/admin/people/2?status=closed',
  )
  expect(region('Report').getByText('He asked twice')).toBeVisible()
  expect(region('Other open reports of this').getByRole('link', { name: '#2' })).toBeVisible()
  expect(screen.getByText('They haven’t reported anything else.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reports' })).toHaveAttribute(
    'href',
    '/admin/reports?status=closed',
  )
})

it('shows what is wrong about a booking, which can’t be hidden', async () => {
  const { press } = await openReport(safetyReport)
  expect(screen.getByText('Urgent')).toBeVisible()
  expect(region('Report').getByText('Someone is hurt or ill')).toBeVisible()
  expect(region('Report').getByRole('link', { name: '#12' })).toHaveAttribute(
    'href',
    '/admin/bookings/12?status=closed',
  )
  expect(screen.queryByText('It no longer exists.')).not.toBeInTheDocument()
  await press('Take action')
  expect(await screen.findByRole('checkbox', { name: /^Warn Nora Lind/ })).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: /^Hide/ })).not.toBeInTheDocument()
})

it('reads the messages around only on request', async () => {
  const { press } = await openReport()
  const message = {
    id: 7,
    sender: reportRecord.reported,
    text: 'Pay me in cash',
    created_at: '2026-06-01T11:00:00Z',
    is_removed: false,
    is_reported: true,
  }
  answer('get /api/admin-panel/reports/1/messages/', listOf([message]))
  await press('Read messages')
  const list = await screen.findByRole('list', { name: 'Messages' })
  expect(within(list).getByText(/Reported$/)).toBeVisible()
})

it('hides and warns in one decision', async () => {
  const { press, user } = await openReport()
  await press('Take action')
  expect(screen.getByRole('button', { name: 'Save decision' })).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: /^Hide the message/ }))
  await user.click(screen.getByRole('checkbox', { name: /^Warn Nora Lind/ }))
  await press('Save decision')
  expect(await screen.findByText('Write a message to them')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: /^Message to them/ }), 'Please stay on Tendwell')
  const decision: ReportRecord['decision'] = {
    measures: ['hide', 'warn'],
    message: 'Please stay on Tendwell',
    suspended_until: null,
    note: '',
    at: '2026-06-01T12:00:00Z',
    by: { id: 1, name: 'Ada Staff' },
    shown_again: null,
    lifted: null,
    reports: [1, 2],
  }
  const decided = { ...reportRecord, is_hidden: true, decision, same: [] }
  answer(decisionCall, decided)
  answer('get /api/admin-panel/reports/1/', decided)
  await press('Save decision')
  await expectToast('Decision saved')
  expect(lastBody()).toEqual({
    measures: ['hide', 'warn'],
    message: 'Please stay on Tendwell',
    note: '',
  })
  expect(await region('Decision').findByText('Hidden, warned')).toBeVisible()
  expect(region('Decision').getByText('#1, #2')).toBeVisible()
  expect(region('Decision').getByRole('button', { name: 'Show the message again' })).toBeVisible()
})

it('shows again what was hidden, and says who did', async () => {
  const { decision } = suspendedReport
  const hiddenProfile = { ...reportedProfile, is_hidden: true, decision }
  const { press } = await openReport(hiddenProfile)
  await press('Show photo and description again')
  const shown = {
    ...hiddenProfile,
    is_hidden: false,
    decision: decision && {
      ...decision,
      shown_again: { at: '2026-06-02T12:00:00Z', by: { id: 8, name: 'Sam Support' } },
    },
  }
  answer('post /api/admin-panel/reports/1/show/', shown)
  answer('get /api/admin-panel/reports/1/', shown)
  await press('Show again')
  await expectToast('Shown again')
  expect(await region('Decision').findByText('Hidden, warned, suspended, shown again')).toBeVisible()
  expect(region('Decision').getByText('Shown again').nextElementSibling).toHaveTextContent(
    /^by Sam Support on Jun 2, 2026/,
  )
  expect(region('Decision').queryByRole('button')).not.toBeInTheDocument()
})

it('says who lifted a suspension early', async () => {
  const lifted = { at: '2026-06-09T12:00:00Z', by: { id: 8, name: 'Sam Support' } }
  const decision = suspendedReport.decision && { ...suspendedReport.decision, lifted }
  await openReport({ ...suspendedReport, reported_is_active: true, decision })
  expect(region('Decision').getByText('Lifted').nextElementSibling).toHaveTextContent(
    /^by Sam Support on Jun 9, 2026/,
  )
})

it('names the caregiver and the booking of a reported review', async () => {
  await openReport(reportedReview)
  expect(region('Report').getByText('Review of')).toBeVisible()
  expect(region('Report').getByRole('link', { name: 'Nora Lind' })).toHaveAttribute(
    'href',
    '/admin/people/2?status=closed',
  )
  expect(region('Report').getByRole('link', { name: '#12' })).toHaveAttribute(
    'href',
    '/admin/bookings/12?status=closed',
  )
})

it('shows the bookings that a suspension cancels, with what is left to refund, before it is saved', async () => {
  const inTenDays = addDays(toLocalDate(now(), 'UTC'), 10)
  const { press, user, fill } = await openReport()
  await press('Take action')
  await user.click(screen.getByRole('checkbox', { name: /^Suspend the account/ }))
  const release = answerLater('get /api/admin-panel/people/2/deactivation/', {
    open_requests: 1,
    bookings: [
      {
        request_id: 5,
        person: { id: 3, name: 'Fay Hart' },
        visits: 1,
        start_utc: '2026-06-05T09:00:00Z',
        price_usd: 96,
        policy_refund_usd: 66,
        full_refund_usd: 66,
      },
    ],
    price_usd: 96,
    policy_refund_usd: 66,
    full_refund_usd: 66,
    policy_waiting_usd: 0,
    full_waiting_usd: 0,
  })
  await fill(/^Active again on/, inTenDays)
  await fill(/^Message to them/, 'Please read our rules')
  expect(screen.getByRole('button', { name: 'Suspend account' })).toBeDisabled()
  release()
  expect(await screen.findByText('1 paid booking ahead, $66.00 of $96.00 goes back.')).toBeVisible()
  answer(decisionCall, { detail: 'The report was changed meanwhile', code: 'conflict', request_id: 'r' }, 409)
  await press('Suspend account')
  await expectToast('The report was changed meanwhile')
  expect(lastBody()).toEqual({
    measures: ['suspend'],
    message: 'Please read our rules',
    note: '',
    suspended_until: inTenDays,
    refund_usd: 66,
  })
})

it('keeps what was typed while the dialog is closed', async () => {
  const { press, user, fill } = await openReport()
  await press('Take action')
  await user.click(screen.getByRole('checkbox', { name: /^Warn Nora Lind/ }))
  await fill(/^Message to them/, 'Please stay on Tendwell')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  await press('Take action')
  expect(screen.getByRole('textbox', { name: /^Message to them/ })).toHaveValue('Please stay on Tendwell')
  expect(screen.getByRole('checkbox', { name: /^Warn Nora Lind/ })).toBeChecked()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  await press('Take action')
  expect(screen.getByRole('textbox', { name: /^Message to them/ })).toHaveValue('Please stay on Tendwell')
})

it('keeps the text when someone else decided first, and shows their decision', async () => {
  const { press, user, fill } = await openReport()
  await press('Take action')
  await user.click(screen.getByRole('checkbox', { name: /^Warn Nora Lind/ }))
  await fill(/^Message to them/, 'Please stay on Tendwell')
  answer(decisionCall, { detail: 'This report has changed', code: 'conflict', request_id: 'r' }, 409)
  answer('get /api/admin-panel/reports/1/', { ...suspendedReport, is_hidden: false })
  await press('Save decision')
  const note = 'This report has been decided. Copy your text if you still need it.'
  expect(await screen.findByText(note)).toBeVisible()
  expect(screen.getByRole('textbox', { name: /^Message to them/ })).toHaveValue('Please stay on Tendwell')
  expect(screen.getByRole('button', { name: 'Save decision' })).toBeDisabled()
  await press('Cancel')
  expect(await region('Decision').findByText('Hidden, warned, suspended')).toBeVisible()
})

it('asks for the day of a suspension before the message', async () => {
  const { press, user } = await openReport()
  await press('Take action')
  await user.click(screen.getByRole('checkbox', { name: /^Suspend the account/ }))
  await user.click(screen.getByRole('checkbox', { name: /^Hide the message/ }))
  await press('Hide and suspend')
  await expectFieldError('Active again on *', 'Choose tomorrow or a later day')
  expect(screen.getByText('Write a message to them')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Active again on *')).toHaveFocus())
})

it('dismisses a report with a note', async () => {
  const { press, fill } = await openReport()
  await press('Dismiss')
  await fill(/^Note/, 'A joke between friends')
  answer(decisionCall, reportRecord)
  await press('Dismiss')
  await expectToast('Report dismissed')
  expect(lastBody()).toEqual({ measures: [], note: 'A joke between friends' })
})

it('says that a report is missing', async () => {
  answer('get /api/admin-panel/reports/1/', { detail: 'Not found' }, 404)
  renderPage(<ReportPage />, {
    route: '/admin/reports/1',
    path: '/admin/reports/:reportId',
    session: sessionOf(admin),
  })
  expect(await screen.findByText('We couldn’t find a report with this number.')).toBeVisible()
})

it('names the families that several caregivers had problems with', async () => {
  answer(
    'get /api/admin-panel/family-patterns/',
    listOf([
      {
        person_id: 2,
        name: 'Fay Hart',
        since: '2026-06-01T12:00:00Z',
        last_id: 5,
        not_safe: 0,
        any_no: 3,
      },
    ]),
  )
  openList()
  const panel = within(await screen.findByRole('region', { name: 'Families to look at' }))
  expect(panel.getByRole('link', { name: 'Fay Hart' })).toHaveAttribute('href', '/admin/people/2')
  expect(panel.getByText('3 caregivers had a problem within a year.')).toBeVisible()
})

it('has no such panel while no family waits', async () => {
  openList()
  await screen.findByRole('table', { name: 'Reports' })
  expect(screen.queryByRole('region', { name: 'Families to look at' })).not.toBeInTheDocument()
})

it('names the people who share something with banned ones, until they are marked as looked at', async () => {
  const list = 'get /api/admin-panel/ban-matches/'
  const match = { trait: 'browser', person_id: 5, banned_at: '2026-05-01T12:00:00Z' }
  answer(
    list,
    listOf([{ person_id: 2, name: 'Fay Hart', since: '2026-06-01T12:00:00Z', last_id: 8, matches: [match] }]),
  )
  const { press } = openList()
  const title = 'People who share something with banned ones'
  const panel = within(await screen.findByRole('region', { name: title }))
  expect(panel.getByRole('link', { name: 'Fay Hart' })).toHaveAttribute('href', '/admin/people/2')
  expect(panel.getByText(/^Has the same browser as/)).toHaveTextContent(
    'Has the same browser as person #5, whom we deactivated on May 1, 2026',
  )
  answer('post /api/admin-panel/people/2/ban-matches/looked-at/', { message: 'Marked as looked at' })
  answer(list, listOf([]))
  await press('Mark Fay Hart as looked at')
  await expectToast('Marked as looked at')
  expect(lastBody()).toEqual({ last_id: 8 })
  await waitFor(() => expect(screen.queryByRole('region', { name: title })).not.toBeInTheDocument())
})
