import { answering, failing } from '../../../../test/stories.tsx'
import { BackgroundCheckPanel } from './background-check-panel.tsx'

export default { component: BackgroundCheckPanel }

const mine = 'get /api/background-checks/mine/'
const checked = ['Identity', 'National criminal records', 'Sex offender registry', 'Driving record']
const none = {
  offer: { checked, provider: 'Sandbox Screening', help_url: 'https://screening.test' },
  can_start: true,
  can_start_from: null,
  check: null,
  badge: null,
}
const check = {
  id: 5,
  status: 'requested',
  checked,
  provider: 'Sandbox Screening',
  requested_at: '2026-05-01T12:00:00Z',
  completed_on: null,
  decision: null,
  identity: null,
  page_url: 'https://screening.test/5',
}
const withCheck = (changes: object) =>
  answering(mine, { ...none, can_start: false, check: { ...check, ...changes } })

export const None = answering(mine, none)
export const Waiting = withCheck({})
export const UnderReview = withCheck({ status: 'needs_review', page_url: null })
export const Declined = withCheck({ status: 'needs_review', page_url: null, decision: 'declined' })
export const Compared = withCheck({ status: 'clear', page_url: null, identity: 'waiting' })
export const AnotherPerson = withCheck({ status: 'clear', page_url: null, identity: 'different' })
export const Loading = {}
export const Failed = failing(mine)
