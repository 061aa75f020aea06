import type { verificationNeighborsQuery } from '@tendwell/contract/admin'
import type { z } from 'zod'

/** The tabs of Caregiver Approval. */
export const approvalTabs = {
  pending: 'Awaiting Verification',
  flagged: 'Flagged',
  changes: 'Changes',
  verified: 'Verified',
  rejected: 'Rejected',
  expiring: 'Expiring',
} as const
export type ApprovalTab = keyof typeof approvalTabs
/** The tabs that list caregivers; the other lists changes. */
export type CaregiverTab = Exclude<ApprovalTab, 'changes'>

type Query = z.output<typeof verificationNeighborsQuery>

/** Nobody waits for those who were decided on, so the newest come first. */
const queries: Record<CaregiverTab, Query> = {
  pending: { status: 'pending' },
  flagged: { status: 'flagged' },
  verified: { status: 'verified', sort: '-joined' },
  rejected: { status: 'rejected', sort: '-joined' },
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
