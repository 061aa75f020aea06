import type { Dispute } from '@tendwell/contract/disputes'
import { DISPUTE_TYPES } from '@tendwell/contract/reference'
import { formatHours, formatInstant, formatMoney } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { FileLink } from '../../ui/file-link.tsx'
import { Panel } from '../../ui/panel.tsx'

/** What a dispute says: between whom, about which booking, why, and with which evidence. */
export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  return (
    <div className="flex flex-col gap-6">
      <Panel title="Parties">
        <ul className="grid gap-5 sm:grid-cols-2">
          <Party side="Parent" party={dispute.parties.caretaker} />
          <Party side="Caregiver" party={dispute.parties.caregiver} />
        </ul>
      </Panel>
      <Panel title="Reason" lead={typeOf(dispute)}>
        <p className="whitespace-pre-wrap wrap-anywhere">{dispute.reason}</p>
      </Panel>
      <Panel title="Evidence">
        <EvidenceList evidence={dispute.evidence} />
      </Panel>
      <Panel title="Booking">
        <DescriptionList items={bookingOf(dispute)} />
      </Panel>
    </div>
  )
}

function typeOf({ type, other_type_text: other }: Dispute): string {
  const label = DISPUTE_TYPES.find(({ value }) => value === type)?.label ?? type
  return other ? `${label}: ${other}` : label
}

function Party({ side, party }: { side: string; party: Dispute['parties']['caretaker'] }) {
  return (
    <li className="flex min-w-0 items-center gap-4">
      <Avatar name={party.name} src={party.avatar} />
      <div className="min-w-0">
        <p className="text-13 text-ink-soft">{side}</p>
        <p className="font-semibold wrap-anywhere">{party.name}</p>
        <a href={`mailto:${party.email}`} className="text-link text-13 wrap-anywhere">
          {party.email}
        </a>
      </div>
    </li>
  )
}

function EvidenceList({ evidence }: Pick<Dispute, 'evidence'>) {
  if (evidence.length === 0) return <p className="text-ink-soft">No evidence uploaded.</p>
  return (
    <ul className="divide-y divide-line">
      {evidence.map((item) => {
        const kind = item.kind === 'pdf' ? 'PDF Document' : 'Evidence'
        return (
          <li
            key={item.id}
            className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{item.caption || kind}</p>
              <p className="text-13 text-ink-soft">
                {item.kind === 'pdf' ? 'PDF' : 'Image'} · {item.uploaded_by_name} ·{' '}
                {formatInstant(item.uploaded_at)}
              </p>
            </div>
            <FileLink address={item.url} label="View" of={item.caption || kind} />
          </li>
        )
      })}
    </ul>
  )
}

function bookingOf({ booking, opened_at: openedAt }: Dispute) {
  return [
    { term: 'Booking', value: `#${booking.id}` },
    { term: 'Hours', value: formatHours(booking.total_hours) },
    { term: 'Total', value: formatMoney(booking.total_price_usd) },
    { term: 'Booked', value: formatInstant(booking.submitted_at) },
    { term: 'Opened', value: formatInstant(openedAt) },
  ]
}
