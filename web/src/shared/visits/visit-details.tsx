import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import { formatAddress, formatVisitChildren } from '@tendwell/contract/bookings/visit-text'
import type { VisitDetails as Visit } from '@tendwell/contract/bookings/visits'
import { Baby, type LucideIcon, MapPin, NotebookPen, Siren } from 'lucide-react'
import type { ReactNode } from 'react'
import { getToday } from '../people/child-age.ts'
import { PhoneLink } from '../people/phone-link.tsx'

/** The notes about a child are only on a booking's page. */
type ShownVisit = Omit<Visit, 'children'> & { children: BookingDetail['children'] }

interface VisitDetailsProps {
  visit: ShownVisit
  /** Shown below the children, such as that a caregiver cares for other ages. */
  ages?: ReactNode
  /** Shown below the address, such as how far it is. */
  distance?: ReactNode
  /** Whether a caregiver sees the rest once the family has paid. */
  awaitsPayment?: boolean
  /** Whether the address can be opened on a map. */
  isMapped?: boolean
}

/** Who is cared for, where, and the family's note; nothing if the request says none of it. */
export function VisitDetails(props: VisitDetailsProps) {
  const { visit, ages, distance, awaitsPayment = false, isMapped = true } = props
  const { children, address, note, emergency_contact: contact } = visit
  if (!hasVisitDetails(visit)) return null
  return (
    <dl className="flex flex-col gap-2">
      {children.length > 0 && (
        <Detail icon={Baby} term="Children">
          <Children visitChildren={children} />
          {ages}
        </Detail>
      )}
      {address && (
        <Detail icon={MapPin} term="Address">
          {formatAddress(address)}
          {distance}
          {isMapped && <MapLink address={formatAddress(address)} />}
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
      {contact && (
        <Detail icon={Siren} term="Emergency contact">
          {`In an emergency: ${contact.name}`}
          <span className="block">
            <PhoneLink phone={contact.phone} />
          </span>
        </Detail>
      )}
    </dl>
  )
}

/** The children in one line, or each with the notes about them. */
function Children({ visitChildren }: { visitChildren: ShownVisit['children'] }) {
  const today = getToday()
  if (!visitChildren.some(({ notes }) => notes)) return formatVisitChildren(visitChildren, today)
  return (
    <ul>
      {visitChildren.map((child) => (
        <li key={child.name}>
          {formatVisitChildren([child], today)}
          {child.notes && <span className="block font-medium whitespace-pre-line">{child.notes}</span>}
        </li>
      ))}
    </ul>
  )
}

export function hasVisitDetails({ children, address, note, emergency_contact }: ShownVisit): boolean {
  return children.length > 0 || address !== null || note !== '' || emergency_contact !== null
}

/** Opens an address in the map app of a phone, or in the browser. */
function MapLink({ address }: { address: string }) {
  return (
    <a
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`}
      target="_blank"
      rel="noreferrer"
      className="text-link flex min-h-11 w-fit items-center"
    >
      Open in Maps
    </a>
  )
}

function Detail({ icon: Icon, term, children }: { icon: LucideIcon; term: string; children: ReactNode }) {
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
