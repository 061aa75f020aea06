/**
 * What the peers read. They answer with columns as they are stored, without shown names and next free hours, so
 * each does less than the product.
 */
export const FIELDS = [
  'id',
  'user_id',
  'full_name',
  'city',
  'country',
  'rate_cents',
  'languages',
  'skills',
  'description',
  'timezone',
  'cancellation_policy',
  'rating_hundredths',
  'rating_count',
]
export const PAGE_SIZE = 12
/** A filtered search in the product's words; rates are in dollars. */
export const SEARCH = { country: 'France', min_rate: '40', max_rate: '55', min_rating: '4' }
export const MIN_CENTS = Number(SEARCH.min_rate) * 100
export const MAX_CENTS = Number(SEARCH.max_rate) * 100
export const MIN_HUNDREDTHS = Number(SEARCH.min_rating) * 100

/** A caregiver, and the first and last minute since 1970 of the weeks that a month touches. */
export type Target = { profileId: number; userId: number; fromMinute: number; toMinute: number }

/** A running peer and the path of each read. */
export type Peer = {
  url: string
  token?: string
  paths: Record<'a caregiver' | 'a month' | 'all caregivers' | 'a filtered search', string>
  close(): Promise<void>
}
