/** @see docs/rules/profiles-and-files.md#who-sees-a-family */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import { canCall, type FamilyAccess, getFamilyAccess } from './family-access.ts'

const now = new Date('2027-05-03T09:00:00Z')
const nowMs = now.getTime()
/** A booking of an hour that starts this long from now. */
const startsIn = (ms: number) => ({
  startsAt: new Date(nowMs + ms),
  endsAt: new Date(nowMs + ms + HOUR_MS),
})
const endedAgo = (ms: number) => startsIn(-ms - HOUR_MS)

const BOOKINGS = {
  'no booking': [],
  'a booking in 49 hours': [startsIn(49 * HOUR_MS)],
  'a booking in 48 hours and a minute': [startsIn(48 * HOUR_MS + MINUTE_MS)],
  'a booking in exactly 48 hours': [startsIn(48 * HOUR_MS)],
  'a booking under way': [startsIn(-30 * MINUTE_MS)],
  'a booking that ends now': [endedAgo(0)],
  'a booking that ended a day less a minute ago': [endedAgo(DAY_MS - MINUTE_MS)],
  'a booking that ended a day ago': [endedAgo(DAY_MS)],
  'a booking that ended 30 days less a minute ago': [endedAgo(30 * DAY_MS - MINUTE_MS)],
  'a booking that ended 30 days ago': [endedAgo(30 * DAY_MS)],
  'an old booking and one in a week': [endedAgo(60 * DAY_MS), startsIn(7 * DAY_MS)],
  'an old booking and one tomorrow': [startsIn(DAY_MS), endedAgo(60 * DAY_MS)],
} as const

type Row = [
  between: keyof typeof BOOKINGS,
  known: FamilyAccess,
  blocked: FamilyAccess,
  restricted: FamilyAccess,
]

const rows: Row[] = [
  ['no booking', 'profile', 'none', 'none'],
  ['a booking in 49 hours', 'phone', 'phone', 'none'],
  ['a booking in 48 hours and a minute', 'phone', 'phone', 'none'],
  ['a booking in exactly 48 hours', 'phone', 'phone', 'phone'],
  ['a booking under way', 'phone', 'phone', 'phone'],
  ['a booking that ends now', 'phone', 'none', 'none'],
  ['a booking that ended a day less a minute ago', 'phone', 'none', 'none'],
  ['a booking that ended a day ago', 'contact', 'none', 'none'],
  ['a booking that ended 30 days less a minute ago', 'contact', 'none', 'none'],
  ['a booking that ended 30 days ago', 'profile', 'none', 'none'],
  ['an old booking and one in a week', 'phone', 'phone', 'none'],
  ['an old booking and one tomorrow', 'phone', 'phone', 'phone'],
]

describe.each(rows)('with %s', (between, known, blocked, restricted) => {
  const liveBookings = BOOKINGS[between]
  const access = (flags: { isBlocked?: boolean; isRestricted?: boolean }) =>
    getFamilyAccess({ isKnown: true, isBlocked: false, isRestricted: false, liveBookings, ...flags }, now)

  it(`a caregiver sees ${known}`, () => {
    expect(access({})).toBe(known)
  })
  it(`a caregiver sees ${blocked} once one has blocked the other`, () => {
    expect(access({ isBlocked: true })).toBe(blocked)
  })
  it(`the family sees the caregiver’s phone number as long as a caregiver who isn’t restricted sees the family’s`, () => {
    expect(canCall({ isBlocked: false, liveBookings }, now)).toBe(known === 'phone')
    expect(canCall({ isBlocked: true, liveBookings }, now)).toBe(blocked === 'phone')
  })
  it(`a restricted caregiver sees ${restricted}, blocked or not`, () => {
    expect([access({ isRestricted: true }), access({ isRestricted: true, isBlocked: true })]).toEqual([
      restricted,
      restricted,
    ])
  })
})

it.each([
  [false, false],
  [true, false],
  [false, true],
  [true, true],
])(
  'shows no one a family they have nothing to do with (blocked %s, restricted %s)',
  (isBlocked, isRestricted) => {
    expect(getFamilyAccess({ isKnown: false, isBlocked, isRestricted, liveBookings: [] }, now)).toBe('none')
  },
)
