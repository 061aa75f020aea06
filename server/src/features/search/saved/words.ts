import { formatClock, formatWeekdayAndDay } from '@tendwell/contract/format'
import { formatReach } from '@tendwell/contract/search/distance'
import type { KeptSearch } from './search.ts'
import { NEAR_KM } from './search.ts'

type NamedPlace = { name: string; country: string }

/**
 * A search in words, such as `Night nanny near Boston on Tue, Dec 1, 9 PM – 6 AM`.
 * @param place the one near which it looks, if it is known
 * @see docs/rules/profiles-and-files.md#saved-searches
 */
export function describeSearch(search: KeptSearch, place: NamedPlace | null): string {
  const { q, skills = [], languages = [], city, country, within_km: km } = search
  const where = [city, country].map((name) => name?.trim()).filter(Boolean)
  const phrases = [
    q?.trim() ? capitalize(q.trim()) : 'Caregivers',
    skills.length > 0 && `with ${join(skills, 'conjunction')}`,
    languages.length > 0 && `speaking ${join(languages, 'disjunction')}`,
    where.length > 0 && `in ${where.join(', ')}`,
    place && km !== undefined && describeNear(place, km),
    search.available_on !== undefined && `on ${describeDay(search)}`,
  ]
  const sentence = phrases.filter(Boolean).join(' ')
  return [sentence, describeRates(search), describeRating(search)].filter(Boolean).join(', ')
}

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const join = (words: readonly string[], type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat('en-US', { type }).format(words)

const describeNear = (place: NamedPlace, km: number) =>
  km === NEAR_KM ? `near ${place.name}` : `within ${formatReach(km, place.country)} of ${place.name}`

function describeDay({ available_on: date = '', start, end }: KeptSearch): string {
  const day = formatWeekdayAndDay(date)
  if (start === undefined && end === undefined) return day
  if (end === undefined) return `${day}, from ${formatClock(start as string)}`
  if (start === undefined) return `${day}, before ${formatClock(end)}`
  return `${day}, ${formatClock(start)} – ${formatClock(end)}`
}

function describeRates({ min_rate: min, max_rate: max }: KeptSearch): string {
  if (min !== undefined && max !== undefined) return `$${min} to $${max} an hour`
  if (min !== undefined) return `from $${min} an hour`
  return max === undefined ? '' : `up to $${max} an hour`
}

const describeRating = ({ min_rating: rating }: KeptSearch) =>
  rating === undefined ? '' : `rated ${rating} and up`
