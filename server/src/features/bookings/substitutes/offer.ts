/**
 * What a notice offers a family whose hours came to nothing: other caregivers, or a search for one.
 * @see docs/rules/bookings.md#backup-caregivers
 */
import { toSearchPath } from '@tendwell/contract/bookings/search-path'
import { centsFromUsd, formatUsd } from '@tendwell/contract/money'
import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import { SKILLS_OF_KIND } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { toLocalDateTime } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Fact, firstNamePlaceholder, type NoticeContent, namePlaceholder } from '../../notices/index.ts'
import { findUser } from '../../people/index.ts'
import type { WindowRow } from '../store.ts'
import { listSubstitutes } from './substitutes.ts'

/** A caregiver who is free at the hours. `about`: one line, with the rating or a skill, and the price. */
type Substitute = { id: number; about: string }

/** `substitutes` are those whom the family hasn't asked yet, `requested` the ids of those who have its open request. */
export type Offer = {
  requestId: number
  substitutes: readonly Substitute[]
  requested: readonly number[]
  searchPath: string
}

/** The offer for a family's request; null if none of its hours needs another caregiver. */
export async function findOffer(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database'>,
  { familyId, requestId }: { familyId: number; requestId: number },
  at?: Date,
): Promise<Offer | null> {
  const { windows, results, requested, ...search } = await listSubstitutes(deps, familyId, requestId, at)
  const first = windows[0]
  if (!first) return null
  const reader = await findUser(deps.database, familyId)
  return {
    requestId,
    substitutes: results.map((caregiver) => ({ id: caregiver.id, about: describe(caregiver) })),
    requested: requested.map(({ id }) => id),
    searchPath: toSearchPath(toWallTime(first, reader?.timezone ?? null), search),
  }
}

const CARE_SKILLS: ReadonlySet<string> = new Set(Object.values(SKILLS_OF_KIND).flat())

/** `4.8 ★ · $55.00 an hour`; without a rating, a kind of care in its place. */
function describe({ average_rating: rating, skills, hourly_rate_usd: rateUsd }: PublicCaregiver): string {
  const what = rating === null ? skills.find((skill) => CARE_SKILLS.has(skill)) : `${rating.toFixed(1)} ★`
  return [what, `${formatUsd(centsFromUsd(rateUsd))} an hour`].filter(Boolean).join(' · ')
}

/**
 * A window as the search reads it, which goes by the zone of the browser that opens it: the family's newest; if
 * none is known, the request's.
 */
function toWallTime({ dateLocal, startLocal, endLocal, startsAt, endsAt }: WindowRow, zone: string | null) {
  if (zone === null) return { date: dateLocal, start: startLocal, end: endLocal }
  const start = toLocalDateTime(startsAt.getTime(), zone)
  return { date: start.date, start: start.time, end: toLocalDateTime(endsAt.getTime(), zone).time }
}

/** An offer as parts of a notice: what is still open and offered, the button, and who is free, each with a link to ask them. */
export function toOfferParts({ requestId, substitutes, requested, searchPath }: Offer): {
  sentence: string
  action: Pick<NoticeContent['payload'], 'action_url' | 'action_text'>
  facts: Fact[]
  alsoNamed: number[]
} {
  const stillOpen = requested.map((id) => `Your request to ${namePlaceholder(id)} is still open. `).join('')
  if (substitutes.length === 0) {
    return {
      sentence: `${stillOpen}You can look for someone else who is free at these times.`,
      action: { action_url: searchPath, action_text: 'Find another caregiver' },
      facts: [],
      alsoNamed: [...requested],
    }
  }
  return {
    sentence: `${stillOpen}Other caregivers near you are free at these times.`,
    action: { action_url: paths.booking(requestId), action_text: 'See who is free' },
    facts: substitutes.map(({ id, about }) => ({
      label: 'Also free',
      text: `${namePlaceholder(id)}\n${about}`,
      link: { label: `Ask ${firstNamePlaceholder(id)}`, path: `${paths.book(id)}?instead=${requestId}` },
      isApart: true,
    })),
    alsoNamed: [...requested, ...substitutes.map(({ id }) => id)],
  }
}
