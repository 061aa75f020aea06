import { DISPUTE_STATUSES, type DisputeStatus, type OwnDispute, stripHash } from '@tendwell/contract/disputes'
import { DISPUTE_TYPES, type DisputeType } from '@tendwell/contract/reference'
import { disputeLabel } from '../../lib/format.ts'
import { searchText } from '../../lib/search-text.ts'

/** What narrows a list of disputes; empty is everything. The address carries it. */
export interface DisputeFilters {
  q: string
  status: DisputeStatus | ''
  type: DisputeType | ''
}

export const noFilters: DisputeFilters = { q: '', status: '', type: '' }

export function filtersFrom(params: URLSearchParams): DisputeFilters {
  return {
    q: searchText(params.get('q') ?? ''),
    status: DISPUTE_STATUSES.find((status) => status === params.get('status')) ?? '',
    type: DISPUTE_TYPES.find(({ value }) => value === params.get('type'))?.value ?? '',
  }
}

export function pageFrom(params: URLSearchParams): number {
  const page = params.get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1
}

/** The query of the address and of the call alike, without what is not set. */
export function paramsOf(filters: DisputeFilters, page = 1): Record<string, string> {
  const all = { ...filters, page: page > 1 ? String(page) : '' }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

export function isNarrowed(filters: DisputeFilters): boolean {
  return filters.q !== '' || filters.status !== '' || filters.type !== ''
}

/**
 * Whether a dispute matches the filters, by the server's rule. The loaded rows are filtered with each letter, before
 * the server's answer arrives.
 * @param other the name of the other side
 * @see docs/rules/disputes.md#lists
 */
export function fits(
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
