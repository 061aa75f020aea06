import { BackgroundBadge } from './background-badge.tsx'
import { BackgroundDialog } from './background-dialog.tsx'

export default { component: BackgroundBadge }

const badge = {
  checked: ['Identity', 'National criminal records', 'Sex offender registry', 'Driving record'],
  provider: 'Sandbox Screening',
  completed_on: '2026-05-04',
  valid_until: '2027-05-04',
  reviewed_by_us: true,
}

export const Badge = { render: () => <BackgroundBadge name="Nora Lind" badge={badge} /> }
export const Explanation = {
  render: () => <BackgroundDialog name="Nora Lind" badge={badge} onClose={() => undefined} />,
}
