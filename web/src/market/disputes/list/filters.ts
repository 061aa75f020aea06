import { DISPUTE_TYPES, type DisputeType } from '@tendwell/contract/safety/dispute-types'
import {
  DISPUTE_STATUSES,
  type DisputeStatus,
  type OwnDispute,
  stripHash,
} from '@tendwell/contract/safety/disputes'
import { searchText } from '../../../lib/format/search-text.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'

/** The filters of a list of disputes in the URL; '' means all. */
export interface DisputeFilters {
  q: string
  status: DisputeStatus | ''
  type: DisputeType | ''
}

export const noFilters: DisputeFilters = { q: '', status: '', type: '' }

export function readFilters(params: URLSearchParams): DisputeFilters {
  return {
    q: searchText(params.get('q') ?? ''),
    status: DISPUTE_STATUSES.find((status) => status === params.get('status')) ?? '',
    type: DISPUTE_TYPES.find(({ value }) => value === params.get('type'))?.value ?? '',
  }
}

/** The filters for the server: those that are set. */
export function toQuery(filters: DisputeFilters): Partial<DisputeFilters> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
}

export function hasFilters(filters: DisputeFilters): boolean {
  return filters.q !== '' || filters.status !== '' || filters.type !== ''
}

/**
 * Whether a dispute matches the filters, by the server's rule.
 * @param other the name of the other side
 * @see docs/rules/disputes.md#lists
 */
export function matchesFilters(
  dispute: Pick<OwnDispute, 'id' | 'reason' | 'status' | 'type'>,
  other: string,
  { q, status, type }: DisputeFilters,
): boolean {
  if (status && dispute.status !== status) return false
  if (type && dispute.type !== type) return false
  const contains = (text: string, wanted: string) => text.toLowerCase().includes(wanted.toLowerCase())
  const isNamed = contains(disputeLabel(dispute.id), stripHash(q))
  return isNamed || [other, dispute.reason].some((text) => contains(text, q.trim()))
}
