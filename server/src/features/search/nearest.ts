import type { CaregiverSearch, LooserSearch, SearchFilter } from '@tendwell/contract/profiles/profiles'
import { type KnownCities, readTextParts, type TextPart } from './free-text.ts'

/** One thing that a search asks for, and may be left out. */
export type Wish = LooserSearch['without'][number] & {
  remove: (search: CaregiverSearch) => CaregiverSearch
  /** Whether it is a role: without it, caregivers of other kinds are found, who are no near matches. */
  isRole: boolean
}

/** More are not tried, because each one makes a call to the database. */
const WISHES_MAXIMUM = 10

/** The fields of each filter that is left out as a whole. */
const FIELDS: Partial<Record<SearchFilter, (keyof CaregiverSearch)[]>> = {
  day: ['available_on', 'start', 'end'],
  rates: ['min_rate', 'max_rate'],
  rating: ['min_rating'],
  languages: ['languages'],
  near: ['within_km'],
  city: ['city'],
  country: ['country'],
}

/**
 * What a search asks for, the least important first: the kind of care comes last. In the search text words
 * come before places, and places before roles.
 */
export function listWishes(search: CaregiverSearch, cities: KnownCities): Wish[] {
  const filters = Object.entries(FIELDS) as [SearchFilter, (keyof CaregiverSearch)[]][]
  const wishes = filters
    .filter(([, fields]) => fields.some((field) => isGiven(search[field])))
    .map(
      ([filter, fields]): Wish => ({
        ...{ filter, value: '', isRole: false },
        remove: (from) => without(from, fields),
      }),
    )
  const skills = (search.skills ?? []).map(
    (value): Wish => ({
      ...{ filter: 'skills', value, isRole: false },
      remove: (from) => ({ ...from, skills: from.skills?.filter((skill) => skill !== value) }),
    }),
  )
  const kinds: TextPart['kind'][] = ['word', 'country', 'state', 'city', 'role']
  const words = readTextParts(search.q ?? '', cities)
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
    .map(
      ({ kind, written: value }): Wish => ({
        ...{ filter: 'q', value, isRole: kind === 'role' },
        remove: (from) => ({ ...from, q: ` ${from.q} `.replace(` ${value} `, ' ').trim() }),
      }),
    )
  return [...wishes, ...words, ...skills].slice(0, WISHES_MAXIMUM)
}

function without(search: CaregiverSearch, fields: readonly (keyof CaregiverSearch)[]): CaregiverSearch {
  return { ...search, ...Object.fromEntries(fields.map((field) => [field, undefined])) }
}

const isGiven = (value: unknown) =>
  value !== undefined && (typeof value !== 'object' || (value as unknown[]).length > 0) && value !== ''

/** Leaves several wishes of a search out. */
export function leaveOut(search: CaregiverSearch, wishes: readonly Wish[]): CaregiverSearch {
  return wishes.reduce((rest, { remove }) => remove(rest), search)
}
