import { type BookingRequest, LIST_PAGE_SIZE } from '@tendwell/contract/bookings/bookings'
import { useSearchParams } from 'react-router'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { ExpiryBanner, hasExpiredDocument } from '../../../shared/people/expiry-banner.tsx'
import { NotVerifiedBanner } from '../../../shared/people/not-verified-banner.tsx'
import { useOwnCaregiverProfileQuery } from '../../../shared/people/own-profile-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { PersonMenu } from '../../../shared/safety/person-menu.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { CardSkeletons } from '../../../ui/card-skeletons.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CardList } from '../../../ui/list-panel.tsx'
import { Page } from '../../../ui/page.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { useBookingRequestQuery, useIncomingRequestsQuery } from '../bookings-api.ts'
import { WithMeetings } from '../meetings/with-meetings.tsx'
import { IncomingRequest } from './incoming-request.tsx'

export function IncomingRequestsPage() {
  const linked = useLinkedRequest()
  const list = usePagedQuery(useIncomingRequestsQuery, {}, { pageSize: LIST_PAGE_SIZE })
  const { data: profile, isLoading } = useOwnCaregiverProfileQuery()
  const isUnlisted = profile !== undefined && hasExpiredDocument(profile)
  const canAccept = profile === undefined || (profile.verification_status === 'verified' && !isUnlisted)
  const toCard = (request: BookingRequest) => (
    <IncomingRequest
      request={request}
      canAccept={canAccept}
      menu={
        <PersonMenu
          person={{ id: request.caretaker, full_name: request.caretaker_name }}
          hasBlocked={request.has_blocked}
        />
      }
    />
  )
  return (
    <Page title="Requests" width="reading">
      {profile && !canAccept && (
        <div className="mb-6 flex flex-col gap-6">
          {isUnlisted ? (
            <ExpiryBanner profile={profile} />
          ) : (
            <NotVerifiedBanner profile={profile} action="accept requests" />
          )}
        </div>
      )}
      {/* What is above must not push the list down. */}
      {isLoading || linked.isLoading ? (
        <CardSkeletons />
      ) : (
        <>
          {linked.request && <div className="mb-8">{toCard(linked.request)}</div>}
          <WithMeetings viewer="caregiver" when="waiting" canAccept={canAccept}>
            {(hasMeetings) => (
              <CardList
                label="Incoming requests"
                heading={hasMeetings ? 'Requests' : undefined}
                list={list}
                failure="Failed to load requests"
                empty={
                  hasMeetings || linked.request ? null : (
                    <EmptyState
                      title="No incoming requests"
                      hint={canAccept && 'Families can request any hours you make available.'}
                      action={canAccept && <ButtonLink to={paths.availability}>Set Availability</ButtonLink>}
                      scene={<EmptyLetterbox />}
                    />
                  )
                }
                rowId={(request) => request.id}
                isShown={({ id }) => id !== linked.request?.id}
              >
                {toCard}
              </CardList>
            )}
          </WithMeetings>
        </>
      )}
    </Page>
  )
}

/** The request that the address names (`?request=12`), as a mail does; none if it is not the caregiver’s. */
function useLinkedRequest() {
  const id = Number(useSearchParams()[0].get('request'))
  const skip = !Number.isSafeInteger(id) || id <= 0
  const { currentData: request, isLoading } = useBookingRequestQuery(id, { skip })
  return { request, isLoading }
}
