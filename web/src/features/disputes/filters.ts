import { DISPUTE_STATUSES, type DisputeStatus, type OwnDispute } from '@tendwell/contract/disputes'
import { DISPUTE_TYPES, type DisputeType } from '@tendwell/contract/reference'
import { disputeLabel } from '../../lib/format.ts'

/** What narrows a list of disputes; empty is everything. The address carries it. */
export interface DisputeFilters {
  q: string
  status: DisputeStatus | ''
  type: DisputeType | ''
}

export const noFilters: DisputeFilters = { q: '', status: '', type: '' }

const longestSearch = 200

export function filtersFrom(params: URLSearchParams): DisputeFilters {
  return {
    q: (params.get('q') ?? '').trim().slice(0, longestSearch),
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
 * That a dispute fits, as far as the browser can tell (admin specification §2): what is at hand narrows with each
 * letter, while the server looks through all of them. It never leaves out what the server would find.
 * @param other the name of the other side
 */
export function fits(
  dispute: Pick<OwnDispute, 'id' | 'reason' | 'status' | 'type'>,
  other: string,
  { q, status, type }: DisputeFilters,
): boolean {
  if (status && dispute.status !== status) return false
  if (type && dispute.type !== type) return false
  const wanted = q.trim().toLowerCase()
  const texts = [other, dispute.reason, disputeLabel(dispute.id), `#${dispute.id}`]
  return texts.some((text) => text.toLowerCase().includes(wanted))
}
