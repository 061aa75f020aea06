import type { ReactNode } from 'react'
import { paths } from '../../../shared/routes/paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { CardSkeletons } from '../../../ui/card-skeletons.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { useBookingRequestQuery } from '../bookings-api.ts'
import { MyRequest } from '../requests/my-request.tsx'

/** A family's unpaid request, at the address that is its booking's once it is paid. */
export function OwnRequest({ requestId, missing }: { requestId: number; missing: ReactNode }) {
  const query = useBookingRequestQuery(requestId, { refetchOnMountOrArgChange: true })
  return (
    <Page
      title={query.currentData ? `Request to ${query.currentData.caregiver_name}` : 'Booking'}
      width="reading"
      back={<BackLink to={paths.bookings}>My Bookings</BackLink>}
    >
      <QueryBody
        query={query}
        failure="Failed to load request"
        skeleton={<CardSkeletons count={1} />}
        missing={missing}
      >
        {(request) => <MyRequest request={request} />}
      </QueryBody>
    </Page>
  )
}
