import type { MeetingTime } from '@tendwell/contract/bookings/meetings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { ReactNode } from 'react'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { useMeetingsQuery } from '../../../shared/visits/meetings-api.ts'
import { CardSkeletons } from '../../../ui/card-skeletons.tsx'
import { CardList } from '../../../ui/list-panel.tsx'
import { MeetingCard } from './meeting-card.tsx'

interface WithMeetingsProps {
  viewer: Side
  when: MeetingTime
  /** Whether a caregiver may accept now. */
  canAccept?: boolean
  /** A list that has a heading if meetings stand above it, and otherwise says when it is empty. */
  children: (hasMeetings: boolean) => ReactNode
}

/** A person's meetings, above the list of their requests or bookings; each has a heading then. */
export function WithMeetings({ viewer, when, canAccept = true, children }: WithMeetingsProps) {
  const list = usePagedQuery(useMeetingsQuery, { when }, { pageSize: 5, pageKey: 'meetings' })
  const hasMeetings = list.count > 0
  return (
    <>
      {list.isLoading ? (
        <CardSkeletons />
      ) : (
        (hasMeetings || list.failure) && (
          <div className="mb-8">
            <CardList
              label="Meetings"
              heading="Meetings"
              list={list}
              failure="Failed to load meetings"
              empty={null}
              rowId={(meeting) => meeting.id}
            >
              {(meeting) => <MeetingCard meeting={meeting} viewer={viewer} canAccept={canAccept} />}
            </CardList>
          </div>
        )
      )}
      {/* Loads at the same time, and doesn't move when the meetings appear. */}
      <div className={list.isLoading ? 'hidden' : 'contents'}>{children(hasMeetings)}</div>
    </>
  )
}
