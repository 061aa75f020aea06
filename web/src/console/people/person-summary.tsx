import type { PersonRecord } from '@tendwell/contract/console/people'
import { formatAgo, formatDate, formatDay, formatMoney, plural } from '../../lib/format/format.ts'
import { BanMatchText } from '../common/reports/ban-matches.tsx'

const roles = { caretaker: 'Family', caregiver: 'Caregiver', admin: 'Tendwell staff' }

function describe({ at, until }: NonNullable<PersonRecord['deactivation']>): string {
  const day = formatDate(at)
  return until ? `Suspended on ${day} until ${formatDay(until)}` : `Deactivated on ${day}`
}

function describeClosing({ at, erased_at: erasedAt, is_due }: NonNullable<PersonRecord['closed']>): string {
  const closed = `Closed by its owner on ${formatDate(at)}.`
  return is_due
    ? `${closed} What open reports, disputes and chargebacks need is kept until they are decided.`
    : `${closed} Will be erased on ${formatDate(erasedAt)}.`
}

/** Who a person is, in two lines below their name. */
export function PersonSummary({ person }: { person: PersonRecord }) {
  const { closed, counts, deactivation, last_seen: seen, visits_ahead_usd: ahead } = person
  const account = [roles[person.role], `#${person.id}`, `joined ${formatDate(person.joined)}`]
  if (closed?.is_erased) {
    return (
      <>
        <p>{account.join(' · ')}</p>
        <p>{`Erased on ${formatDate(closed.erased_at)}`}</p>
      </>
    )
  }
  const facts = [
    ...account,
    seen ? `last active ${formatAgo(seen)}` : 'never logged in',
    person.is_email_verified ? '' : 'email not verified',
  ]
  const visits = plural(counts.visits_ahead, 'visit')
  return (
    <>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {closed && <p>{describeClosing(closed)}</p>}
      {deactivation && (
        <p className="mt-2 rounded-control bg-clay-soft px-3.5 py-2.5 text-15 wrap-anywhere whitespace-pre-line text-clay">
          {`${describe(deactivation)}${deactivation.reason ? `: ${deactivation.reason}` : ''}`}
        </p>
      )}
      <BanMatches matches={person.ban_matches ?? []} />
      {counts.visits_ahead > 0 && <p>{`${visits} ahead, ${formatMoney(ahead)} paid`}</p>}
    </>
  )
}

/** What the person shares with people who were banned. */
function BanMatches({ matches }: { matches: NonNullable<PersonRecord['ban_matches']> }) {
  return matches.map((match) => (
    <p
      key={`${match.person_id} ${match.trait}`}
      className="mt-2 rounded-control bg-clay-soft px-3.5 py-2.5 text-15 text-clay"
    >
      <BanMatchText match={match} />
    </p>
  ))
}
