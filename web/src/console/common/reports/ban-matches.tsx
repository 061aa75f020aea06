import type { BanMatch, WaitingBanMatch } from '@tendwell/contract/console/people'
import { formatAgo, formatDate } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { PersonLink } from '../lists/record-links.tsx'
import { polling } from '../polling.ts'
import { WaitingPanel } from '../waiting-panel.tsx'
import { useBanMatchesQuery, useLookAtBanMatchesMutation } from './ban-matches-api.ts'

/**
 * People who share something with banned ones; nothing while none waits.
 * @see docs/rules/safety.md#ban-list
 */
export function BanMatches() {
  const query = useBanMatchesQuery(undefined, polling)
  return (
    <WaitingPanel
      title="People who share something with banned ones"
      lead="Nothing is refused for it, because families share much. We keep only a code of what it was, so nobody can read it."
      query={query}
      failure="We couldn’t load these people"
    >
      {(people) => (
        <ul className="flex flex-col">
          {people.map((person) => (
            <Person key={person.person_id} person={person} />
          ))}
        </ul>
      )}
    </WaitingPanel>
  )
}

function Person({ person }: { person: WaitingBanMatch }) {
  const { person_id: id, name, since, last_id: lastId, matches } = person
  const [look] = useLookAtBanMatchesMutation()
  const { run, isPending } = useAction({
    send: () => look({ personId: id, body: { last_id: lastId } }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to mark it as looked at',
    toasts: threeSecondToast,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 border-b border-line py-3 last:border-0">
      <div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <PersonLink person={{ id, name }} />
          <span className="text-13 text-ink-soft">{formatAgo(since)}</span>
        </p>
        {matches.map((match) => (
          <p key={`${match.person_id} ${match.trait}`} className="text-ink-soft">
            <BanMatchText match={match} />
          </p>
        ))}
      </div>
      <Button
        size="small"
        variant="secondary"
        aria-label={`Mark ${name} as looked at`}
        isPending={isPending}
        onPress={() => run(null)}
      >
        Mark as looked at
      </Button>
    </li>
  )
}

const traits: Record<BanMatch['trait'], string> = {
  email: 'email',
  phone: 'phone number',
  bank_account: 'bank account',
  browser: 'browser',
  disowned_browser: 'browser (in a login that they said wasn’t them)',
  id_picture: 'picture of an ID',
}

/** `Has the same phone number as person #5, whom we deactivated on May 1, 2026` */
export function BanMatchText({ match }: { match: BanMatch }) {
  const { trait, person_id: id, banned_at: at } = match
  return (
    <>
      {`Has the same ${traits[trait]} as `}
      <PersonLink person={{ id, name: `person #${id}` }} />
      {`, whom we deactivated on ${formatDate(at)}`}
    </>
  )
}
