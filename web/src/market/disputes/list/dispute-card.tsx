import type { OwnDispute } from '@tendwell/contract/safety/disputes'
import type { ReactNode } from 'react'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { DotRow } from '../../../ui/dot-row.tsx'
import { TypePill } from './type-pill.tsx'

interface DisputeCardProps {
  dispute: Pick<OwnDispute, 'status' | 'type' | 'reason' | 'booking_id'>
  title: string
  /** The avatar of the other side. */
  person: { name: string; avatar: string | null }
  /** Shown below the title. */
  lead?: ReactNode
  /** Shown beside the booking: `Created Dec 1, 2026`. */
  facts: readonly string[]
  actions: ReactNode
}

export function DisputeCard({ dispute, title, person, lead, facts, actions }: DisputeCardProps) {
  return (
    <Card as="article">
      <header className="flex items-start gap-x-4">
        <Avatar name={person.name} src={person.avatar} />
        <div className="min-w-0 flex-1 basis-0">
          <h2 className="text-21 wrap-anywhere">{title}</h2>
          {lead && <div className="wrap-anywhere">{lead}</div>}
          <p className="tabular text-13 text-ink-soft">
            <DotRow words={[`Booking #${dispute.booking_id}`, ...facts]} />
          </p>
        </div>
      </header>
      <p className="mt-4 line-clamp-2 text-ink-soft wrap-anywhere">{dispute.reason}</p>
      <footer className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <span className="flex flex-wrap gap-2">
          <StatusPill status={dispute.status} />
          <TypePill type={dispute.type} />
        </span>
        <span className="ml-auto flex flex-wrap justify-end gap-3">{actions}</span>
      </footer>
    </Card>
  )
}
