import { describeSubject } from '@tendwell/contract/console/audit'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../lib/session/session.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { PersonName } from '../../../shared/people/person-name.tsx'
import { paths } from '../../../shared/routes/paths.ts'
import { useConsoleFilters } from './use-console-filters.ts'

/** A link to a record, which keeps the console's filters. */
export function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  const { linkTo } = useConsoleFilters()
  return (
    <Link to={linkTo(to)} className="text-link inline-flex min-h-6 items-center wrap-break-word">
      {children}
    </Link>
  )
}

export function PersonLink({ person: { id, name } }: { person: { id: number; name: string } }) {
  return (
    <RecordLink to={paths.adminPerson(id)}>
      <PersonName name={name || `Person #${id}`} />
    </RecordLink>
  )
}

export function BookingLink({ id, label = `Booking #${id}` }: { id: number; label?: string }) {
  return <RecordLink to={paths.adminBooking(id)}>{label}</RecordLink>
}

/** What an audit entry is about: `user:12`, `request:5`, `dispute:3` and `report:2` lead to their records. */
export function SubjectLink({ subject, name }: { subject: string; name: string | null }) {
  const isSupport = useSession().user?.staff_role !== 'finance'
  const [kind, id = ''] = subject.split(':')
  if (/^\d+$/.test(id)) {
    if (kind === 'user') return <PersonLink person={{ id: Number(id), name: name ?? '' }} />
    if (kind === 'request') return <BookingLink id={Number(id)} />
    // Finance staff open neither disputes nor reports.
    if (kind === 'dispute' && !isSupport) return disputeLabel(id)
    if (kind === 'report' && !isSupport) return `Report #${id}`
    if (kind === 'dispute') return <RecordLink to={paths.adminDispute(id)}>{disputeLabel(id)}</RecordLink>
    if (kind === 'report') return <RecordLink to={paths.adminReport(id)}>{`Report #${id}`}</RecordLink>
  }
  return <span className="wrap-anywhere">{describeSubject(subject)}</span>
}
