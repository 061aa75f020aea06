import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SealedLetter } from '../../../ui/scenes/steps-of-booking.tsx'
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
    hint: 'When a verified caregiver changes their name or photo, it waits here for you.',
  },
} as const

export type ApprovalTab = keyof typeof texts

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
