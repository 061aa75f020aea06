import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf } from '../../../test/server.ts'
import { useDecideBackgroundCheckMutation } from '../common/background-checks/background-checks-api.ts'
import { useDecideChangeMutation, useSetVerificationMutation } from '../common/decisions/decisions-api.ts'
import { useActOnMoneyMutation } from '../common/money/money-api.ts'
import { useCheckDocumentMutation } from '../common/records/records-api.ts'
import { useDecideReportMutation } from '../common/reports/reports-api.ts'
import { useDecideRecoveryMutation } from '../common/two-step/recoveries-api.ts'
import { useDecideDisputeMutation } from '../disputes/disputes-api.ts'
import { useRetryFailedJobsMutation } from '../jobs/jobs-api.ts'
import { QueuePanel } from './queue-panel.tsx'

const calls = {
  verification: 'post /api/admin-panel/caregivers/2/verification/',
  change: 'post /api/admin-panel/caregivers/2/changes/',
  document: 'post /api/admin-panel/caregivers/2/documents/id_front/check/',
  'background check': 'post /api/admin-panel/background-checks/2/decision/',
  report: 'post /api/admin-panel/reports/2/decision/',
  dispute: 'post /api/admin-panel/disputes/2/escalate/',
  payment: 'post /api/admin-panel/payments/2/retry/',
  jobs: 'post /api/admin-panel/jobs/retry/',
  recovery: 'post /api/admin-panel/two-step-recoveries/2/decision/',
} as const

function Decisions() {
  const [verify] = useSetVerificationMutation()
  const [decideChange] = useDecideChangeMutation()
  const [checkDocument] = useCheckDocumentMutation()
  const [decideCheck] = useDecideBackgroundCheckMutation()
  const [decideReport] = useDecideReportMutation()
  const [decideDispute] = useDecideDisputeMutation()
  const [actOnMoney] = useActOnMoneyMutation()
  const [retryJobs] = useRetryFailedJobsMutation()
  const [decideRecovery] = useDecideRecoveryMutation()
  const id = 2
  const key = 'k'
  const noExpiry = { expires_on: null, never_expires: true }
  const check = { file_id: 'f', result: 'ok', reason: '', title: '', ...noExpiry } as const
  const decide: Record<keyof typeof calls, () => unknown> = {
    verification: () => verify({ id, body: { verification_status: 'verified' } }),
    change: () => decideChange({ id, body: { change_id: 'c', decision: 'approve' } }),
    document: () => checkDocument({ id, kind: 'id_front', key, body: check }),
    'background check': () => decideCheck({ id, key, body: { decision: 'accepted', reason: '', seen: 's' } }),
    report: () => decideReport({ id, body: { measures: [] } }),
    dispute: () => decideDispute({ id, decision: { action: 'escalate' } }),
    payment: () => actOnMoney('payments/2/retry'),
    jobs: () => retryJobs(),
    recovery: () => decideRecovery({ recoveryId: id, decision: 'approve' }),
  }
  return Object.entries(decide).map(([name, run]) => (
    <button key={name} type="button" onClick={run}>
      {name}
    </button>
  ))
}

it.each(Object.entries(calls))('loads the queue again after a decision: %s', async (name, call) => {
  answer(
    'get /api/admin-panel/queue/',
    listOf([{ kind: 'reports', count: 2, oldest_at: '2026-06-01T09:00:00Z' }]),
  )
  const page = (
    <>
      <QueuePanel />
      <Decisions />
    </>
  )
  const { press } = renderPage(page, { route: '/admin', session: sessionOf(admin) })
  await screen.findByText('2 reports to review')
  answer('get /api/admin-panel/queue/', listOf([]))
  // Also after a refusal, because then the queue on screen is out of date.
  answer(call, { detail: 'Decided already', code: 'conflict', request_id: 'r' }, 409)
  await press(name)
  expect(await screen.findByText('You’re all caught up.')).toBeVisible()
})
