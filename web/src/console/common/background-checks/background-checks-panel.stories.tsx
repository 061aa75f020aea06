import { backgroundCheck } from '../../../../test/records.ts'
import { BackgroundChecksPanel } from './background-checks-panel.tsx'

export default { component: BackgroundChecksPanel, args: { name: 'Nora Lind' } }

const decision = {
  result: 'declined' as const,
  reason: 'The provider confirmed the record by phone.',
  decided_by: { id: 9, name: 'Sina Support' },
  decided_at: '2026-05-05T12:00:00Z',
}

export const Clear = { args: { checks: { results: [backgroundCheck], badge_until: '2027-05-04' } } }
export const NeedsReview = {
  args: {
    checks: {
      results: [
        { ...backgroundCheck, id: 6, status: 'needs_review' as const },
        { ...backgroundCheck, status: 'needs_review' as const, decision },
      ],
      badge_until: null,
    },
  },
}
export const Empty = { args: { checks: { results: [], badge_until: null } } }
