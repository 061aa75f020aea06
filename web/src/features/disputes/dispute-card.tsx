import type { OwnDispute } from '@tendwell/contract/disputes'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { TypePill } from './type-pill.tsx'

interface DisputeCardProps {
  dispute: Pick<OwnDispute, 'status' | 'type' | 'reason' | 'booking_id'>
  title: string
  /** Of the other side. */
  person: { name: string; avatar: string | null }
  /** Under the title. */
  lead: ReactNode
  /** `Created Dec 1, 2026`. */
  date: string
  actions: ReactNode
}

export function DisputeCard({ dispute, title, person, lead, date, actions }: DisputeCardProps) {
  return (
    <Card as="article">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Avatar name={person.name} src={person.avatar} />
        <div className="min-w-0 flex-1 basis-0">
          <h2 className="text-21 wrap-anywhere">{title}</h2>
          <div className="wrap-anywhere">{lead}</div>
          <p className="tabular text-13 text-ink-soft">{`Booking #${dispute.booking_id} · ${date}`}</p>
        </div>
        <span className="flex flex-wrap gap-2 max-sm:w-full sm:shrink-0">
          <StatusPill status={dispute.status} />
          <TypePill type={dispute.type} />
        </span>
      </header>
      <p className="mt-4 line-clamp-2 text-ink-soft wrap-anywhere">{dispute.reason}</p>
      <footer className="mt-4 flex flex-wrap justify-end gap-3 border-t border-line pt-4">{actions}</footer>
    </Card>
  )
}
