import type { PersonRecord } from '@tendwell/contract/admin-people'
import { formatAgo, formatDate, formatMoney, plural } from '../../../../lib/format.ts'

const roles = { caretaker: 'Family', caregiver: 'Caregiver', admin: 'Tendwell staff' }

/** Who a person is, in two lines below their name. */
export function PersonSummary({ person }: { person: PersonRecord }) {
  const { counts, deactivation, last_seen: seen, visits_ahead_usd: ahead } = person
  const facts = [
    roles[person.role],
    `#${person.id}`,
    `joined ${formatDate(person.joined)}`,
    seen ? `last active ${formatAgo(seen)}` : 'never logged in',
    person.is_email_verified ? '' : 'email not verified',
  ]
  const visits = plural(counts.visits_ahead, 'visit')
  return (
    <>
      <a href={`mailto:${person.email}`} className="text-link wrap-anywhere">
        {person.email}
      </a>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {deactivation && (
        <p className="mt-2 rounded-control bg-clay-soft px-3.5 py-2.5 text-15 wrap-anywhere whitespace-pre-line text-clay">
          {`Deactivated on ${formatDate(deactivation.at)}${deactivation.reason ? `: ${deactivation.reason}` : ''}`}
        </p>
      )}
      {counts.visits_ahead > 0 && <p>{`${visits} ahead, paid with ${formatMoney(ahead)}`}</p>}
    </>
  )
}
