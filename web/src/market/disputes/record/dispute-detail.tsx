import type { Dispute } from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { Link } from 'react-router'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { formatInstant } from '../../../lib/format/format.ts'
import { DisputeFacts } from '../../../shared/disputes/dispute-facts.tsx'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { DisputeSkeleton } from '../../../shared/disputes/dispute-skeleton.tsx'
import { useDisputeQuery } from '../../../shared/disputes/disputes-api.ts'
import { Resolution } from '../../../shared/disputes/resolution.tsx'
import { paths } from '../../../shared/routes/paths.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { MissingState } from '../../../ui/missing-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { CloseDialogProps } from '../list/close-dialog.tsx'
import { TypePill } from '../list/type-pill.tsx'
import { AddEvidence } from './add-evidence.tsx'
import { describeMoney, describeNextStep } from './money.ts'
import { OwnQuestions } from './own-questions.tsx'
import { ResponsePanel } from './response-panel.tsx'

/** Links to evidence expire after 10 minutes. @see docs/rules/profiles-and-files.md#file-links */
const freshLinksMs = 5 * 60_000
const failure = 'Failed to load dispute'

/** A dispute as both sides see it. @see docs/rules/disputes.md#who-sees-a-dispute */
export function DisputeDetail({ id, side, listPath }: { id: number; side: Side; listPath: string }) {
  const isNumber = Number.isSafeInteger(id) && id > 0
  const query = useDisputeQuery(id, {
    skip: !isNumber,
    pollingInterval: freshLinksMs,
    skipPollingIfUnfocused: true,
  })
  const { currentData } = query
  const isLoading = isNumber && !currentData && !query.error
  const missing = (
    <Card>
      <MissingState
        title={failure}
        hint="We couldn’t find this dispute in your account."
        action={{ label: 'Disputes', to: listPath }}
      />
    </Card>
  )
  return (
    <Page
      title={isNumber ? disputeLabel(id) : 'Dispute'}
      back={<BackLink to={listPath}>Disputes</BackLink>}
      lead={currentData ? describeDates(currentData) : isLoading && <Skeleton className="h-6 w-60" />}
      actions={
        currentData ? (
          <>
            <StatusPill status={currentData.status} />
            <TypePill type={currentData.type} />
          </>
        ) : (
          isLoading && <Skeleton className="h-8 w-44 rounded-full" />
        )
      }
      width="reading"
    >
      {isNumber ? (
        <QueryBody query={query} failure={failure} skeleton={<DetailSkeleton />} missing={missing}>
          {(dispute) => (
            <div className="flex flex-col gap-6">
              <Money dispute={dispute} side={side} />
              <Resolution dispute={dispute} />
              <OwnQuestions dispute={dispute} />
              <DisputeFacts
                dispute={dispute}
                links={{ booking: <BookingLink id={dispute.booking.id} side={side} /> }}
                ownResponse={side === 'caregiver' && !dispute.ended_at && <ResponsePanel dispute={dispute} />}
                moreEvidence={!dispute.ended_at && <AddEvidence dispute={dispute} side={side} />}
              />
            </div>
          )}
        </QueryBody>
      ) : (
        missing
      )}
    </Page>
  )
}

function DetailSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-28 w-full rounded-card sm:h-20" />
      <DisputeSkeleton />
    </div>
  )
}

function BookingLink({ id, side }: { id: number; side: Side }) {
  return (
    <Link to={side === 'caregiver' ? paths.caregiverBooking(id) : paths.booking(id)} className="text-link">
      {`#${id}`}
    </Link>
  )
}

const CloseDialog = lazyDialog<CloseDialogProps>(
  async () => (await import('../list/close-dialog.tsx')).CloseDialog,
)

function Money({ dispute, side }: { dispute: Dispute; side: Side }) {
  const { tone, title, text } = describeMoney(dispute)
  const [isAsking, setAsking] = useState(false)
  const canClose = side === 'caretaker' && dispute.status === 'submitted'
  return (
    <>
      <Banner
        tone={tone}
        title={title}
        action={
          canClose && (
            <Button
              variant="secondary"
              aria-label={`Close Dispute ${disputeLabel(dispute.id)}`}
              onPress={() => setAsking(true)}
            >
              Close Dispute
            </Button>
          )
        }
      >
        {text}
        {!dispute.ended_at && <span className="mt-1 block">{describeNextStep(dispute, side)}</span>}
      </Banner>
      <CloseDialog
        id={dispute.id}
        caregiverName={dispute.parties.caregiver.name}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function describeDates({ opened_at: openedAt, ended_at: endedAt, status }: Dispute): string {
  const opened = `Opened ${formatInstant(openedAt)}`
  if (!endedAt) return opened
  return `${opened}, ${status === 'rejected' ? 'rejected' : 'closed'} ${formatInstant(endedAt)}`
}
