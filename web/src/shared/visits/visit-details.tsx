import { formatAddress, formatVisitChildren } from '@tendwell/contract/bookings/visit-text'
import type { VisitDetails as Visit } from '@tendwell/contract/bookings/visits'
import { Baby, type LucideIcon, MapPin, NotebookPen } from 'lucide-react'
import { getToday } from '../people/child-age.ts'

interface VisitDetailsProps {
  visit: Visit
  /** Whether a caregiver sees the rest once the family has paid. */
  awaitsPayment?: boolean
}

/** Who is cared for, where, and the family's note; nothing if the request says none of it. */
export function VisitDetails({ visit, awaitsPayment = false }: VisitDetailsProps) {
  const { children, address, note } = visit
  if (!hasVisitDetails(visit)) return null
  return (
    <dl className="flex flex-col gap-2">
      {children.length > 0 && (
        <Detail icon={Baby} term="Children">
          {formatVisitChildren(children, getToday())}
        </Detail>
      )}
      {address && (
        <Detail icon={MapPin} term="Address">
          {formatAddress(address)}
          {awaitsPayment && (
            <span className="block text-13 text-ink-soft">
              You’ll see the full address once the family has paid.
            </span>
          )}
        </Detail>
      )}
      {note && (
        <Detail icon={NotebookPen} term="Note">
          <span className="whitespace-pre-line">{note}</span>
        </Detail>
      )}
    </dl>
  )
}

export function hasVisitDetails({ children, address, note }: Visit): boolean {
  return children.length > 0 || address !== null || note !== ''
}

function Detail({
  icon: Icon,
  term,
  children,
}: {
  icon: LucideIcon
  term: string
  children: React.ReactNode
}) {
  return (
    <div className="flex items-start gap-2">
      <dt>
        <Icon className="mt-0.5 size-4 shrink-0 text-ink-soft" />
        <span className="sr-only">{term}</span>
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
