import type { Dispute, Evidence } from '@tendwell/contract/safety/disputes'
import type { ReactNode } from 'react'
import { formatClock, formatHours, formatInstant, formatMoney } from '../../lib/format/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { FileLink } from '../../ui/file-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PersonName } from '../people/person-name.tsx'
import { typeLabel } from './type-label.ts'

interface DisputeFactsProps {
  dispute: Dispute
  /** The booking's number links to its page; the console links the names as well. */
  links?: Partial<Record<'caretaker' | 'caregiver' | 'booking', ReactNode>>
  /** In place of the caregiver's answer, a field to write it. */
  ownResponse?: ReactNode
  /** Below the evidence, such as a field to add more. */
  moreEvidence?: ReactNode
}

/** The parties, reason, answer, evidence and booking of a dispute, for both sides and admins. */
export function DisputeFacts({ dispute, links, ownResponse, moreEvidence }: DisputeFactsProps) {
  const { parties, reason, response, evidence, type, other_type_text: other } = dispute
  return (
    <div className="flex flex-col gap-6">
      <Panel title="Parties">
        <ul className="grid gap-5 sm:grid-cols-2">
          <Party side="Parent" party={parties.caretaker} link={links?.caretaker} />
          <Party side="Caregiver" party={parties.caregiver} link={links?.caregiver} />
        </ul>
      </Panel>
      <Panel title="Reason" lead={other ? `${typeLabel(type)}: ${other}` : typeLabel(type)}>
        <p className="whitespace-pre-wrap wrap-anywhere">{reason}</p>
      </Panel>
      {ownResponse ||
        (response && (
          <Panel
            title={`What ${parties.caregiver.name} says`}
            lead={`Written ${formatInstant(response.written_at)}`}
          >
            <p className="whitespace-pre-wrap wrap-anywhere">{response.text}</p>
          </Panel>
        ))}
      <Panel title="Evidence">
        {evidence.length === 0 ? (
          <p className="text-ink-soft">No evidence uploaded.</p>
        ) : (
          <ul className="divide-y divide-line">
            {evidence.map((item) => (
              <EvidenceItem key={item.id} item={item} />
            ))}
          </ul>
        )}
        {moreEvidence}
      </Panel>
      <Panel title="Booking">
        <DescriptionList items={bookingFacts(dispute, links?.booking)} />
      </Panel>
    </div>
  )
}

interface PartyProps {
  side: string
  party: Dispute['parties']['caretaker']
  link: ReactNode
}

function Party({ side, party, link }: PartyProps) {
  return (
    <li className="flex min-w-0 items-center gap-4">
      <Avatar name={party.name} src={party.avatar} />
      <div className="min-w-0">
        <p className="text-13 text-ink-soft">{side}</p>
        <p className="font-semibold">{link ?? <PersonName name={party.name} />}</p>
        {party.email && (
          <a href={`mailto:${party.email}`} className="text-link text-13 wrap-anywhere">
            {party.email}
          </a>
        )}
      </div>
    </li>
  )
}

function EvidenceItem({ item }: { item: Evidence }) {
  const name = item.caption || (item.kind === 'pdf' ? 'PDF Document' : 'Evidence')
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-13 text-ink-soft">
          {[
            item.kind === 'pdf' ? 'PDF' : 'Image',
            item.uploaded_by_name,
            formatInstant(item.uploaded_at),
          ].join(' · ')}
        </p>
      </div>
      <FileLink address={item.url} label="View" of={name} />
    </li>
  )
}

function bookingFacts({ booking, opened_at: openedAt }: Dispute, link: ReactNode) {
  const { windows, canceled_windows: canceled } = booking
  return [
    { term: 'Booking', value: link ?? `#${booking.id}` },
    ...(windows.length > 0 ? [{ term: 'Visits', value: <Visits windows={windows} /> }] : []),
    ...(canceled.length > 0 ? [{ term: 'Canceled', value: <Visits windows={canceled} /> }] : []),
    { term: 'Hours', value: formatHours(booking.total_hours) },
    { term: 'Total', value: formatMoney(booking.total_price_usd) },
    { term: 'Submitted', value: formatInstant(booking.submitted_at) },
    { term: 'Dispute opened', value: formatInstant(openedAt) },
  ]
}

/** `Dec 15, 2026, 9:00 AM – 1:00 PM`, one below the other. */
function Visits({ windows }: { windows: Dispute['booking']['windows'] }) {
  return windows.map(({ start_utc: start, end_utc: end }) => (
    <span key={start} className="block">
      {`${formatInstant(start)} – ${formatClock(end)}`}
    </span>
  ))
}
