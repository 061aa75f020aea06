import type { Place } from '@tendwell/contract/profiles/places'
import type { LooserSearch } from '@tendwell/contract/profiles/profiles'
import { CAREGIVER_ORDERINGS, LIST_PAGE_SIZES, SEARCH_DISTANCES_KM } from '@tendwell/contract/reference'
import { ACCEPTED_DATES, isLocalDate, isLocalTime } from '@tendwell/contract/time'
import { formatDay, formatList, formatWindow, getBrowserZone } from '../../../lib/format/format.ts'
import { searchText } from '../../../lib/format/search-text.ts'
import { describeNear } from '../card/distance.ts'
import { withMaximum } from './rate-limits.ts'

export type Ordering = (typeof CAREGIVER_ORDERINGS)[number]

/** The order with which a family's search begins, and that of everyone else. */
export const bestMatch = 'match' satisfies Ordering
export const recommended = 'recommended' satisfies Ordering

/** The search filters. They are all in the URL, so that a search can be bookmarked and shared. */
export interface Filters {
  q: string
  country: string
  city: string
  /**
   * A place's id, or `anywhere`. Empty is the family's own city for a family, and for everyone else the place that
   * this browser remembers, if any.
   */
  near: string
  /** Null looks at any distance and lists those nearby first. Only with a place's id. */
  withinKm: number | null
  languages: string[]
  skills: string[]
  minRate: number | null
  maxRate: number | null
  minRating: number | null
  /** A date, `YYYY-MM-DD`, in the viewer's zone. `hours` needs one. */
  availableOn: string
  /** `HH:MM`, both or neither. */
  hours: { start: string; end: string } | null
  /** Ids of caregivers who are left out, such as those who can't come. */
  except: string[]
  ordering: Ordering | null
}

/** The filters of a day. */
export type Day = Pick<Filters, 'availableOn' | 'hours'>

export const noFilters: Filters = {
  q: '',
  country: '',
  city: '',
  near: '',
  withinKm: null,
  languages: [],
  skills: [],
  minRate: null,
  maxRate: null,
  minRating: null,
  availableOn: '',
  hours: null,
  except: [],
  ordering: null,
}

/** Applies changed filters. Those that change while one types wait for a pause. */
export type Change = (changed: Partial<Filters>, options?: { isTyping?: boolean }) => void

/** Turns off the family's own city, or the remembered place. */
export const anywhere = 'anywhere'

/** A filter as a chip, and the filters that remain without it. */
export interface Chip {
  id: string
  label: string
  without: Filters
}

/** Reads the filters from the URL and ignores values that the server would reject. */
export function readFilters(params: URLSearchParams): Filters {
  const text = (name: string) => (params.get(name) ?? '').replaceAll('\0', '').trim()
  const rating = /^\d(\.\d{1,2})?$/.test(text('min_rating')) ? Number(text('min_rating')) : 0
  const rates = { minRate: parseWholeDollars(text('min_rate')), maxRate: parseWholeDollars(text('max_rate')) }
  const availableOn = isCallDate(text('available_on')) ? text('available_on') : ''
  const [start, end] = [text('start'), text('end')]
  return {
    q: searchText(text('q')),
    country: searchText(text('country'), placeMaximum),
    city: searchText(text('city'), placeMaximum),
    ...readNear(text('near'), Number(text('within_km'))),
    languages: parts(text('languages')),
    skills: parts(text('skills')),
    ...withMaximum(rates, rates.maxRate),
    minRating: rating > 0 && rating <= 5 ? rating : null,
    availableOn,
    hours: availableOn && isLocalTime(start) && isLocalTime(end) ? { start, end } : null,
    except: parts(text('except')).filter(isId),
    ordering: CAREGIVER_ORDERINGS.find((one) => one === params.get('ordering')) ?? null,
  }
}

/** The filters as query parameters, without those that are not set. */
export function toUrlParams(filters: Filters, page = 1): Record<string, string> {
  const all = {
    q: filters.q,
    country: filters.country,
    city: filters.city,
    near: filters.near,
    within_km: filters.withinKm === null ? '' : String(filters.withinKm),
    languages: filters.languages.join(','),
    skills: filters.skills.join(','),
    min_rate: filters.minRate === null ? '' : String(filters.minRate),
    max_rate: filters.maxRate === null ? '' : String(filters.maxRate),
    min_rating: filters.minRating === null ? '' : String(filters.minRating),
    available_on: filters.availableOn,
    start: (filters.availableOn && filters.hours?.start) || '',
    end: (filters.availableOn && filters.hours?.end) || '',
    except: filters.except.join(','),
    ordering: filters.ordering ?? '',
    page: page > 1 ? String(page) : '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

interface SearchQueryOptions {
  pageSize?: number
  /** Those near this place come first, unless the filters look elsewhere: a place's id, or the family's `home`. */
  home?: string
  /** Without another order a family sees its best matches first. */
  isFamily?: boolean
}

/** The query of the API call. Dates are in this browser's zone. */
export function toSearchQuery(
  filters: Filters,
  page: number,
  { pageSize = LIST_PAGE_SIZES.caregivers, home = '', isFamily = false }: SearchQueryOptions = {},
): Record<string, string> {
  const { near: _, ...params } = toUrlParams(filters)
  const isElsewhere = filters.near !== '' || filters.city !== '' || filters.country !== ''
  const near = filters.near === anywhere ? '' : filters.near || (isElsewhere ? '' : home)
  return {
    ...params,
    // A city that is typed and not picked means its place as well.
    ...(filters.city && { around: 'true' }),
    ...(near && { near }),
    ...(isFamily && !filters.ordering && { ordering: bestMatch }),
    ...(filters.availableOn && { timezone: getBrowserZone() }),
    page: String(page),
    page_size: String(pageSize),
  }
}

/**
 * Every active filter, in the order of the form. The ordering has no chip.
 * @param near the place that the results are near to
 */
export function listChips(filters: Filters, near: Place | null = null): Chip[] {
  const chips: Chip[] = []
  const add = (id: string, label: string, change: Partial<Filters>) =>
    chips.push({ id, label, without: { ...filters, ...change } })
  if (filters.q) add('q', `“${filters.q}”`, { q: '' })
  if (filters.country) add('country', filters.country, { country: '' })
  if (filters.city) add('city', filters.city, { city: '' })
  if (filters.near && filters.near !== anywhere) {
    add('near', describeNear(near, filters.withinKm), { near: '', withinKm: null })
  } else if (near) add('near', describeNear(near, null), { near: anywhere })
  for (const language of filters.languages) {
    add(`language ${language}`, language, { languages: without(filters.languages, language) })
  }
  for (const skill of filters.skills) {
    add(`skill ${skill}`, skill, { skills: without(filters.skills, skill) })
  }
  const rates = describeRates(filters)
  if (rates) add('rate', rates, { minRate: null, maxRate: null })
  if (filters.minRating !== null) add('rating', `Rated ${filters.minRating} and up`, { minRating: null })
  if (filters.except.length > 0) add('except', 'Others than you asked', { except: [] })
  if (filters.availableOn) add('day', describeDay(filters), { availableOn: '', hours: null })
  return chips
}

/** What a search becomes without some of its wishes: `On another day or hour and without “lyon”`. */
export function describeLooser(
  { without: wishes }: LooserSearch,
  { skills, country, hours }: Filters,
): string {
  const isLeftOut = (filter: Wish['filter']) => wishes.some((wish) => wish.filter === filter)
  const words: Record<Wish['filter'], (value: string) => string> = {
    q: (value) => `without “${value}”`,
    skills: (value) => (skills.length > 1 ? `without ${value}` : 'with any skill'),
    day: () => (hours ? 'on another day or hour' : 'on another day'),
    rates: () => 'at any rate',
    rating: () => 'with any rating',
    languages: () => 'in any language',
    near: () => 'at any distance',
    city: () => (country && !isLeftOut('country') ? `anywhere in ${country}` : 'anywhere'),
    country: () => 'in any country',
  }
  const text = formatList([...new Set(wishes.map(({ filter, value }) => words[filter](value)))])
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The filters without what a looser search leaves out. */
export function leaveOut(filters: Filters, { without: wishes, q }: LooserSearch): Filters {
  const left = { ...filters }
  for (const { filter, value } of wishes) {
    if (filter === 'q') left.q = q
    else if (filter === 'skills') left.skills = without(left.skills, value)
    else if (filter === 'languages') left.languages = []
    else Object.assign(left, nothingOf[filter])
  }
  return left
}

type Wish = LooserSearch['without'][number]

const nothingOf: Record<Exclude<Wish['filter'], 'q' | 'skills' | 'languages'>, Partial<Filters>> = {
  day: { availableOn: '', hours: null },
  rates: { minRate: null, maxRate: null },
  rating: { minRating: null },
  near: { near: '', withinKm: null },
  city: { city: '' },
  country: { country: '' },
}

/** `Available on Tue, Dec 1`, `Available on Tue, Dec 1, 9:00 AM – 12:00 PM`. */
function describeDay({ availableOn, hours }: Filters): string {
  const day = `Available on ${formatDay(availableOn, 'weekday')}`
  return hours ? `${day}, ${formatWindow(hours.start, hours.end)}` : day
}

function describeRates({ minRate, maxRate }: Filters): string {
  if (minRate !== null && maxRate !== null) return `$${minRate} to $${maxRate} an hour`
  if (minRate !== null) return `From $${minRate} an hour`
  return maxRate === null ? '' : `Up to $${maxRate} an hour`
}

/** The longest country or city that the server takes. */
const placeMaximum = 100

/** The longest skill or language that a profile allows. */
const wordMaximum = 60

function parts(text: string): string[] {
  const words = text.split(',').map((word) => word.trim())
  return [...new Set(words)].filter((word) => word !== '' && word.length <= wordMaximum).slice(0, 20)
}

function readNear(near: string, withinKm: number): Pick<Filters, 'near' | 'withinKm'> {
  if (near === anywhere) return { near, withinKm: null }
  if (!isId(near)) return { near: '', withinKm: null }
  return { near, withinKm: SEARCH_DISTANCES_KM.find((km) => km === withinKm) ?? null }
}

const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text)

function isCallDate(text: string): boolean {
  return isLocalDate(text) && text >= ACCEPTED_DATES.first && text <= ACCEPTED_DATES.last
}

function without(words: string[], word: string): string[] {
  return words.filter((one) => one !== word)
}

function parseWholeDollars(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}
