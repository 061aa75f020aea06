import { nameChild } from '@tendwell/contract/profiles/child-name'
import type { Child } from '@tendwell/contract/profiles/children'
import type { CareKind, ServiceType } from '@tendwell/contract/reference'

/**
 * How much each wish of a family counts if a caregiver meets all of it. Nothing else counts, and a caregiver may
 * know all of it: no name, photo, age, gender, time zone, description, rate or rating is in it.
 * @see docs/rules/profiles-and-files.md#best-match
 */
export const MATCH_WEIGHTS = {
  distance: 50,
  kinds: 30,
  booked: 15,
  hours: 15,
  saved: 10,
  languages: 10,
} as const

/** The share of the weight of `distance` within each distance in kilometers; beyond the last there is none. */
export const DISTANCE_SHARES = [
  { km: 10, share: 1 },
  { km: 25, share: 0.9 },
  { km: 50, share: 0.6 },
  { km: 100, share: 0.2 },
] as const

/** Caregivers beyond this distance aren't called close. */
const CLOSE_KM = 10
const REASONS_MAXIMUM = 3
/** Of more children than this the names are left out. */
const NAMES_MAXIMUM = 3

/** The care needs that call for each kind of care. Those that go with any kind, such as Live-in nanny, are in none. */
const NEEDS_OF_KIND: Record<CareKind, readonly ServiceType[]> = {
  newborn: [
    ...(['Newborn care', 'Night nanny', 'Night nurse', 'Infant care', 'Twins and multiples care'] as const),
    ...(['Postpartum doula', 'Birth doula', 'Antepartum support', 'Lactation consulting'] as const),
    'Sleep consulting',
  ],
  child: [
    ...(['Nanny', 'Babysitting', 'Tutoring', 'After-school care', 'Before-school care'] as const),
    ...([
      'Toddler care',
      'Preschooler care',
      'Nanny share',
      'Governess',
      'Au pair',
      "Mother's helper",
    ] as const),
    ...(['Date night sitting', 'Event childcare', 'Hotel babysitting', 'Summer care', 'School run'] as const),
    ...(['Homework help', 'Language immersion', 'Music teaching', 'Swim teaching'] as const),
  ],
  elder: ['Elder care', 'Companion care', 'Dementia care', 'Home care after surgery'],
  special_needs: ['Special needs care', 'Autism support', 'Respite care'],
  pet: ['Pet sitting', 'Dog walking'],
  household: ['House manager', 'Housekeeping', 'Cooking and meal prep', 'Laundry', 'Errands and shopping'],
}

const KIND_WORDS: Record<CareKind, string> = {
  newborn: 'Newborn care',
  child: 'Child care',
  elder: 'Elder care',
  special_needs: 'Special needs care',
  pet: 'Pet care',
  household: 'Housekeeping',
}

/** ISO weekdays, from 1 Monday. */
const WEEKDAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

const listFormat = new Intl.ListFormat('en-US')

/** A kind of care that a family wants, and the names of the children whose age calls for it. */
export type WantedKind = { kind: CareKind; children: string[] }

/** What a family wants that a caregiver can meet. */
export type Wishes = {
  kinds: WantedKind[]
  /** As the family wrote them. */
  languages: string[]
  /** The ISO weekday that it usually books; null if it has no habit. */
  weekday: number | null
}

/** What a caregiver meets. `kinds` and `languages` go by the place in those of the wishes. */
export type MatchFacts = {
  kinds: boolean[]
  languages: boolean[]
  isBooked: boolean
  isSaved: boolean
  /** Whether they are free the next two times at the hours that the family usually books. */
  isFree: boolean
  /** At least 25 for a caregiver who doesn't travel to the place. */
  distanceKm: number | null
}

/** The kinds of care that the ages of a family's children and its care needs call for. */
export function listWantedKinds(
  children: readonly Pick<Child, 'name' | 'age' | 'due_date'>[],
  careNeeds: readonly string[],
): WantedKind[] {
  const needs = new Set(careNeeds)
  // An unborn child and one under a year have an age of 0.
  const isForAge: Partial<Record<CareKind, (age: number) => boolean>> = {
    newborn: (age) => age === 0,
    child: (age) => age > 0,
  }
  return (Object.keys(NEEDS_OF_KIND) as CareKind[]).flatMap((kind) => {
    const called = children
      .filter(({ age }) => isForAge[kind]?.(age))
      .map((child) => nameChild(child, 'your baby'))
    const names = [...new Set(called)]
    const isWanted = names.length > 0 || NEEDS_OF_KIND[kind].some((need) => needs.has(need))
    return isWanted ? [{ kind, children: names }] : []
  })
}

/**
 * Why a caregiver is a good match, in words for the family: at most three, the most telling first.
 * @param placeName the place near which the family searches
 */
export function listReasons(wishes: Wishes, facts: MatchFacts, placeName: string | undefined): string[] {
  const kinds = wishes.kinds.filter((_, index) => facts.kinds[index])
  const languages = wishes.languages.filter((_, index) => facts.languages[index])
  const isClose = facts.distanceKm !== null && facts.distanceKm <= CLOSE_KM
  const reasons = [
    facts.isBooked && 'You booked them before',
    ...kinds.map(describeKind),
    languages.length > 0 && `Speaks ${listFormat.format(languages)}`,
    facts.isFree && wishes.weekday !== null && `Free on ${WEEKDAYS[wishes.weekday - 1]}`,
    facts.isSaved && 'In your favorites',
    isClose && placeName !== undefined && `Close to ${placeName}`,
  ]
  return reasons.filter((reason) => reason !== false).slice(0, REASONS_MAXIMUM)
}

/** `Newborn care for Otto`, `Elder care`. */
function describeKind({ kind, children }: WantedKind): string {
  if (children.length === 0) return KIND_WORDS[kind]
  const names = children.length > NAMES_MAXIMUM ? 'your children' : listFormat.format(children)
  return `${KIND_WORDS[kind]} for ${names}`
}
