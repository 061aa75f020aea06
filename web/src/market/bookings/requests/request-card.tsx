import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { toLocalDate } from '@tendwell/contract/time'
import type { ReactNode } from 'react'
import { formatAgo, formatDay, getBrowserZone } from '../../../lib/format/format.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { CardChecked } from '../../../shared/people/card-checked.tsx'
import { PolicyNote } from '../../../shared/visits/policy-note.tsx'
import { VisitDetails } from '../../../shared/visits/visit-details.tsx'
import { Card } from '../../../ui/card.tsx'
import { PartyHeader } from '../list/party-header.tsx'
import { PriceLeft } from '../list/price-left.tsx'
import { OtherAges } from './other-ages.tsx'
import { getRequestStatus } from './request-notes.ts'
import { RequestWindows } from './request-windows.tsx'
import { VisitDistance } from './visit-distance.tsx'

interface RequestCardProps {
  request: BookingRequest
  /** The user's role. The card shows the other party. */
  viewer: 'caregiver' | 'caretaker'
  /** What the status means. */
  note?: ReactNode
  actions?: ReactNode
  /** Whether the note comes first, because it says until when something can be done. */
  isNoteFirst?: boolean
  /** Whether the actions stay in sight above a phone's tabs while the card is on the screen, so that they cover what is last. */
  keepsActions?: boolean
  /** What else there is, below the note. */
  children?: ReactNode
  /** Beside the other party: what else can be done about them. */
  menu?: ReactNode
}

export function RequestCard({
  request,
  viewer,
  note,
  actions,
  isNoteFirst = false,
  keepsActions,
  children,
  menu,
}: RequestCardProps) {
  const other =
    viewer === 'caretaker'
      ? { id: request.caregiver, name: request.caregiver_name, avatar: request.caregiver_avatar }
      : { id: request.caretaker, name: request.caretaker_name, avatar: request.caretaker_avatar }
  const awaitsPayment = !request.is_paid && request.status !== 'rejected'
  const isNoteAbove = isNoteFirst || Boolean(children)
  return (
    <Card as="article">
      <PartyHeader
        viewer={viewer}
        other={other}
        line={`Request #${request.id}, sent ${formatAgo(request.submitted_at)}`}
        status={getRequestStatus(request, viewer)}
        canMessage={request.can_message}
        menu={menu}
      />
      {isNoteFirst && <p className="mb-5 text-ink-soft">{note}</p>}
      <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
        <div className="flex min-w-0 flex-col gap-4">
          {viewer === 'caregiver' && request.is_card_checked && <CardChecked />}
          <RequestWindows request={request} />
          <VisitDetails
            visit={request}
            ages={
              viewer === 'caregiver' &&
              request.status === 'submitted' && <OtherAges visitChildren={request.children} />
            }
            distance={request.distance_km !== null && <VisitDistance km={request.distance_km} />}
            awaitsPayment={viewer === 'caregiver' && awaitsPayment}
            isMapped={viewer === 'caregiver' || request.is_paid}
          />
          {viewer === 'caregiver' && awaitsPayment && <PaidLater request={request} />}
          {viewer === 'caretaker' && awaitsPayment && <PolicyNote policy={request.cancellation_policy} />}
        </div>
        <PriceLeft
          request={request}
          canceled={request.windows.filter(({ is_canceled: isCanceled }) => isCanceled)}
          rateUsd={request.hourly_rate_snapshot_usd}
        />
      </div>
      {isNoteAbove && !isNoteFirst && <p className="mt-5 text-ink-soft">{note}</p>}
      {children}
      {((!isNoteAbove && note) || actions) && (
        <footer
          className={`mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4 ${keepsActions ? 'above-tabs-in-sight' : ''} ${isNoteAbove ? 'has-[div:empty]:hidden sm:justify-end' : ''}`}
        >
          {!isNoteAbove && <p className="min-w-48 flex-1 text-ink-soft">{note}</p>}
          {actions && <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">{actions}</div>}
        </footer>
      )}
    </Card>
  )
}

/** Says before a caregiver accepts several visits that their money comes after the last one. */
function PaidLater({ request: { windows } }: Pick<RequestCardProps, 'request'>) {
  const last = windows.at(-1)
  if (!last || windows.length === 1) return null
  return (
    <p className="text-13 text-ink-soft">
      {`You’re paid for all visits after the last one, on ${formatDay(toLocalDate(toEpochMs(last.end_utc), getBrowserZone()), 'weekday')}.`}
    </p>
  )
}
