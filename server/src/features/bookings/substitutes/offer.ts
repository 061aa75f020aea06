/**
 * What a notice offers a family whose hours came to nothing: other caregivers, or a search for one.
 * @see docs/rules/bookings.md#backup-caregivers
 */
import { toSearchPath } from '@tendwell/contract/bookings/search-path'
import { paths } from '@tendwell/contract/routes'
import { toLocalDateTime } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Fact, type NoticeContent, namePlaceholder } from '../../notices/index.ts'
import { findUser } from '../../people/index.ts'
import type { WindowRow } from '../store.ts'
import { listSubstitutes } from './substitutes.ts'

/** `substituteIds`: caregivers who are free at the hours and whom the family hasn't asked yet. */
export type Offer = { requestId: number; substituteIds: readonly number[]; searchPath: string }

/** The offer for a family's request; null if none of its hours needs another caregiver. */
export async function findOffer(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database'>,
  { familyId, requestId }: { familyId: number; requestId: number },
  at?: Date,
): Promise<Offer | null> {
  const { windows, results, requested, excluded, place } = await listSubstitutes(
    deps,
    familyId,
    requestId,
    at,
  )
  const first = windows[0]
  if (!first) return null
  const reader = await findUser(deps.database, familyId)
  return {
    requestId,
    substituteIds: results.map(({ id }) => id).filter((id) => !requested.includes(id)),
    searchPath: toSearchPath(toWallTime(first, reader?.timezone ?? null), place, excluded),
  }
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

/** An offer as parts of a notice: a sentence, the button, and who is free. */
export function toOfferParts({ requestId, substituteIds, searchPath }: Offer): {
  sentence: string
  action: Pick<NoticeContent['payload'], 'action_url' | 'action_text'>
  facts: Fact[]
  alsoNamed: number[]
} {
  if (substituteIds.length === 0) {
    return {
      sentence: 'You can look for someone else who is free at these times.',
      action: { action_url: searchPath, action_text: 'Find another caregiver' },
      facts: [],
      alsoNamed: [],
    }
  }
  return {
    sentence: 'Other caregivers near you are free at these times.',
    action: { action_url: paths.booking(requestId), action_text: 'See who is free' },
    facts: [{ label: 'Also free', text: substituteIds.map(namePlaceholder).join(', ') }],
    alsoNamed: [...substituteIds],
  }
}
