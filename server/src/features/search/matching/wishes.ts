import { toPossibleIntervals } from '@tendwell/contract/availability/windows'
import type { Interval, LocalTime, Zone } from '@tendwell/contract/time'
import { addDays, getWeekday, toLocalDate } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { familyProfiles, listChildren } from '../../profiles/index.ts'
import { favorites } from '../tables.ts'
import { listWantedKinds, type Wishes } from './match.ts'

/** What a family's bookings say about whom it may want again, and when. */
export type FamilyHabits = {
  /** The caregivers whom it has booked. */
  bookedIds: number[]
  /** The hours that it books most often, from an ISO weekday on, in the zone of its bookings; null without. */
  usualHours: { weekday: number; start: LocalTime; end: LocalTime; zone: Zone } | null
}

/** Reads a family's habits from its bookings, which belong to a later slice. */
export type FindHabits = (reader: Reader, familyId: number, now: Date) => Promise<FamilyHabits>

/** All that a family's best matches go by. */
export type FamilyWishes = Wishes & {
  bookedIds: number[]
  savedIds: number[]
  /** The next two times of the usual hours (epoch ms); empty without. */
  nextHours: Interval[]
}

/** What the viewer's family wants; null if the viewer isn't a family. */
export async function findWishes(
  reader: Reader,
  viewerId: number,
  now: Date,
  findHabits: FindHabits,
): Promise<FamilyWishes | null> {
  const [family] = await reader
    .select({ careNeeds: familyProfiles.careNeeds, languages: familyProfiles.languages })
    .from(familyProfiles)
    .where(eq(familyProfiles.userId, viewerId))
  if (!family) return null
  const saved = await reader
    .select({ id: favorites.caregiverId })
    .from(favorites)
    .where(eq(favorites.familyId, viewerId))
  const { bookedIds, usualHours } = await findHabits(reader, viewerId, now)
  return {
    kinds: listWantedKinds(
      await listChildren(reader, viewerId, toLocalDate(now.getTime(), 'UTC')),
      family.careNeeds,
    ),
    languages: family.languages,
    weekday: usualHours?.weekday ?? null,
    bookedIds,
    savedIds: saved.map(({ id }) => id),
    nextHours: usualHours ? listNextHours(usualHours, now) : [],
  }
}

/** The next two times of weekly hours, from tomorrow on; fewer where clocks skip one. */
function listNextHours(
  { weekday, start, end, zone }: NonNullable<FamilyHabits['usualHours']>,
  now: Date,
): Interval[] {
  const tomorrow = addDays(toLocalDate(now.getTime(), zone), 1)
  const first = addDays(tomorrow, (weekday - getWeekday(tomorrow) + 7) % 7)
  return [first, addDays(first, 7)].flatMap((date) =>
    toPossibleIntervals({ date, start, end }, zone).slice(0, 1),
  )
}
