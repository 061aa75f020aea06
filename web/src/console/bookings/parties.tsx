import type { BookingRecord } from '@tendwell/contract/console/bookings'
import { disputeLabel } from '../../shared/disputes/dispute-label.ts'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { describeInactive } from '../common/records/inactive-text.ts'

/** Both sides of a booking, and its disputes. */
export function BookingParties({
  booking,
  canOpenDisputes,
}: {
  booking: BookingRecord
  canOpenDisputes: boolean
}) {
  const { caretaker, caregiver, disputes } = booking
  return (
    <Panel title="People">
      <ul className="grid gap-5 sm:grid-cols-2">
        <Party side="Family" party={caretaker} />
        <Party side="Caregiver" party={caregiver} />
      </ul>
      {disputes.length > 0 && (
        <ul className="mt-5 flex flex-col gap-2 border-t border-line pt-5">
          {disputes.map(({ id, status }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3">
              {canOpenDisputes ? (
                <ButtonLink to={paths.adminDispute(id)} variant="secondary" size="small">
                  Dispute {disputeLabel(id)}
                </ButtonLink>
              ) : (
                `Dispute ${disputeLabel(id)}`
              )}
              <StatusPill status={status} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Party({ side, party }: { side: string; party: BookingRecord['caretaker'] }) {
  return (
    <li className="flex min-w-0 items-center gap-4">
      <Avatar name={party.name} src={party.avatar} />
      <div className="min-w-0">
        <p className="text-13 text-ink-soft">{[side, describeInactive(party)].filter(Boolean).join(', ')}</p>
        <p className="font-semibold">
          <PersonLink person={party} />
        </p>
        <p className="text-13 wrap-anywhere text-ink-soft">{party.email}</p>
      </div>
    </li>
  )
}
