import { usdFromCents } from '@tendwell/contract/money'
import type { CaregiverDetail } from '@tendwell/contract/profiles/profiles'
import { MessageCircle } from 'lucide-react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useLinkedPanel } from '../../../lib/address/use-linked-panel.ts'
import { useHydrated } from '../../../lib/browser/use-hydrated.ts'
import { getErrorStatus } from '../../../lib/errors.ts'
import { useSession } from '../../../lib/session/session.ts'
import { usePublicCaregiverQuery } from '../../../shared/people/caregiver-api.ts'
import { hourlyRateCents } from '../../../shared/people/hourly-rate.ts'
import { MissingCaregiver } from '../../../shared/people/missing-caregiver.tsx'
import { ProfilePageSkeleton } from '../../../shared/people/profile-page-skeleton.tsx'
import { paths } from '../../../shared/routes/paths.ts'
import { loginPath } from '../../../shared/routes/return-to.ts'
import { ReportButton } from '../../../shared/safety/report-button.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { DocumentTitle } from '../../../ui/document-title.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { MeetAction } from '../meeting/meet-action.tsx'
import { AvailabilitySnapshot } from './availability-snapshot.tsx'
import { BackgroundBadge } from './background-badge.tsx'
import { AboutMe, Reliability, Specialties } from './caregiver-about.tsx'
import { CaregiverPortrait } from './caregiver-portrait.tsx'
import { FamilyReviews } from './family-reviews.tsx'
import { ReplyAction } from './reply-action.tsx'

export function CaregiverPage() {
  const id = Number(useParams().caregiverId)
  const query = usePublicCaregiverQuery(id)
  // The server rendered them for visitors, but a block can separate the two.
  const caregiver = getErrorStatus(query.error) === 404 ? undefined : query.currentData
  return (
    <div className="page-width py-6 sm:py-8">
      <DocumentTitle>{caregiver?.full_name ?? 'Caregiver'}</DocumentTitle>
      <BackLink to={`${paths.caregivers}${useListSearch()}`}>Back</BackLink>
      {!caregiver && <h1 className="sr-only">Caregiver</h1>}
      <QueryBody
        query={{ ...query, currentData: caregiver }}
        failure="Failed to load caregiver"
        skeleton={
          <ProfilePageSkeleton
            label="Loading the caregiver…"
            cardHeight="h-120"
            panelHeights={['h-44', 'h-64', 'h-48']}
          />
        }
        missing={<MissingCaregiver />}
      >
        {(caregiver) => <CaregiverProfile caregiver={caregiver} />}
      </QueryBody>
    </div>
  )
}

function CaregiverProfile({ caregiver }: { caregiver: CaregiverDetail }) {
  const { id } = caregiver
  const { user, isLoggedIn } = useSession()
  const navigate = useNavigate()
  const reviews = useLinkedPanel('reviews')
  // Visitors log in first. Caregivers and admins can't book or message anyone from here.
  const viaLogin = (path: string) => (isLoggedIn ? path : loginPath(path))
  const bookPath = viaLogin(paths.book(id))
  const canBook = !isLoggedIn || user?.role === 'caretaker'
  const isOwn = isLoggedIn && user?.id === id
  const canReport = isLoggedIn && user !== null && user.role !== 'admin'
  return (
    <>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[22rem_1fr]">
        <div className="lg:sticky lg:top-6">
          <CaregiverPortrait
            caregiver={caregiver}
            badge={
              caregiver.background_check && (
                <BackgroundBadge name={caregiver.full_name} badge={caregiver.background_check} />
              )
            }
            action={
              canBook ? (
                <div className="flex flex-col gap-3">
                  <ButtonLink to={bookPath} size="large" block className="max-sm:hidden">
                    Book Now
                  </ButtonLink>
                  <ButtonLink
                    to={viaLogin(paths.chatWithCaregiver(id))}
                    variant="secondary"
                    size="large"
                    block
                    icon={<MessageCircle className="size-5" />}
                  >
                    Send Message
                  </ButtonLink>
                  <MeetAction caregiver={caregiver} />
                </div>
              ) : (
                isOwn && (
                  <>
                    <p className="mb-3 text-13 text-ink-soft">This is your page as families see it.</p>
                    <ButtonLink to={paths.caregiverProfile} variant="secondary" block>
                      Edit my profile
                    </ButtonLink>
                  </>
                )
              )
            }
          />
          {canReport && user.role === 'caretaker' && (
            <div className="mt-3 flex justify-center">
              <ReportButton
                target={{ kind: 'profile', id: caregiver.id }}
                name={caregiver.full_name}
                onBlocked={() => void navigate(paths.caregivers)}
              >
                {`Report ${caregiver.full_name}`}
              </ReportButton>
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <AboutMe caregiver={caregiver} />
          <AvailabilitySnapshot
            caregiverId={caregiver.id}
            name={caregiver.full_name}
            theirZone={caregiver.timezone}
            canBook={canBook}
          />
          <Specialties caregiver={caregiver} />
          <Reliability caregiver={caregiver} />
          <section id="reviews" ref={reviews} tabIndex={-1} className="scroll-mt-6 outline-none">
            <FamilyReviews
              caregiverId={caregiver.id}
              name={caregiver.full_name}
              {...(canReport && {
                reviewAction: (review) => (
                  <>
                    {isOwn && <ReplyAction review={review} />}
                    <ReportButton
                      target={{ kind: 'review', id: review.id }}
                      name={review.caretaker_name}
                      aria-label={`Report the review by ${review.caretaker_name}`}
                    >
                      Report
                    </ReportButton>
                  </>
                ),
              })}
            />
          </section>
        </div>
      </div>
      {canBook && (
        <div className="contents sm:hidden">
          <BottomBar
            action={
              <ButtonLink to={bookPath} size="large">
                Book Now
              </ButtonLink>
            }
          >
            <PriceText
              usd={usdFromCents(hourlyRateCents(caregiver.hourly_rate_usd))}
              unit="/ hour"
              size="large"
            />
          </BottomBar>
        </div>
      )}
    </>
  )
}

/** The query of the search that led here, if any. */
function useListSearch(): string {
  const { state }: { state: unknown } = useLocation()
  const isHydrated = useHydrated()
  if (!isHydrated) return ''
  const search = typeof state === 'object' && state !== null && 'search' in state ? state.search : ''
  return typeof search === 'string' ? search : ''
}
