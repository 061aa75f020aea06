import type { verificationNeighborsQuery } from '@tendwell/contract/console/users'
import type { z } from 'zod'

/** The tabs of Caregiver Approval. */
export const approvalTabs = {
  pending: 'Awaiting Verification',
  flagged: 'Flagged',
  changes: 'Changes',
  background: 'Background checks',
  verified: 'Verified',
  rejected: 'Rejected',
  renewals: 'Renewals',
  expiring: 'Expiring',
} as const
export type ApprovalTab = keyof typeof approvalTabs
/** The tabs that list caregivers; the others list changes and background checks. */
export type CaregiverTab = Exclude<ApprovalTab, 'changes' | 'background'>

type Query = z.output<typeof verificationNeighborsQuery>

/** Nobody waits for those who were decided on, so the newest come first. */
const queries: Record<CaregiverTab, Query> = {
  pending: { status: 'pending' },
  flagged: { status: 'flagged' },
  verified: { status: 'verified', sort: '-joined' },
  rejected: { status: 'rejected', sort: '-joined' },
  // With `renewing`, the status doesn't matter.
  renewals: { status: 'verified', renewing: 'true', sort: 'expires_on' },
  expiring: { status: 'verified', expiring: 'true', sort: 'expires_on' },
}

/** The filters of a tab's list. */
export function toTabQuery(tab: CaregiverTab): Query {
  return queries[tab]
}

/** Reads the tab from the URL. */
export function readTab(params: URLSearchParams): { verification: ApprovalTab } {
  const wanted = params.get('verification') ?? ''
  return { verification: wanted in approvalTabs ? (wanted as ApprovalTab) : 'pending' }
}
