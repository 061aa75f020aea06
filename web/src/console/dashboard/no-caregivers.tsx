import { DOCUMENT_EXPIRES_SOON_DAYS } from '@tendwell/contract/console/documents'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SealedLetter } from '../../ui/scenes/steps-of-booking.tsx'
import type { ApprovalTab } from '../common/decisions/approval-tabs.ts'
import type { Filters } from './dashboard-filters.tsx'

const texts = {
  pending: {
    title: 'No caregivers awaiting verification',
    hint: 'Caregivers who sign up and upload documents appear here automatically.',
  },
  flagged: {
    title: 'No flagged caregivers',
    hint: 'Flag a caregiver to set their profile aside for further review.',
  },
  changes: {
    title: 'No changes to review',
    hint: 'When a verified caregiver changes their name or photo, or one with a hidden profile writes a new description, it waits here for you.',
  },
  background: {
    title: 'No background checks to decide on',
    hint: 'Results that need a decision appear here.',
  },
  verified: {
    title: 'No verified caregivers',
    hint: 'Caregivers you verify appear here.',
  },
  rejected: {
    title: 'No rejected caregivers',
    hint: 'Caregivers you reject or revoke appear here, so that you can reconsider them.',
  },
  renewals: {
    title: 'No renewals to check',
    hint: 'When a verified caregiver uploads a new copy of a document that expires soon or that you asked for again, it appears here.',
  },
  expiring: {
    title: 'No documents expire soon',
    hint: `Verified caregivers appear here from ${DOCUMENT_EXPIRES_SOON_DAYS} days before one of their documents expires.`,
  },
} as const satisfies Record<ApprovalTab, { title: string; hint: string }>

interface NoCaregiversProps {
  tab: ApprovalTab
  list: { refetch: () => unknown; isFetching: boolean }
  filters: Filters
}

/** An empty tab of Caregiver Approval. */
export function NoCaregivers({ tab, list, filters }: NoCaregiversProps) {
  const { title, hint } = texts[tab]
  return (
    <EmptyState
      title={title}
      hint={filters.isFiltered ? 'No caregivers match your search and filters.' : hint}
      scene={<SealedLetter />}
      action={
        filters.clear ? (
          <Button variant="secondary" onPress={filters.clear}>
            Clear filters
          </Button>
        ) : (
          <Button variant="secondary" onPress={list.refetch} isPending={list.isFetching}>
            Check again
          </Button>
        )
      }
    />
  )
}
