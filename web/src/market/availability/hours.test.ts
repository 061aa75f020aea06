import type { Override, WindowBody } from '@tendwell/contract/availability/availability'
import { countSlotsByDate } from '@tendwell/contract/availability/viewer-slots'
import { describe, expect, test } from 'vitest'
import { keepBookedHours } from './day/booked-hours.ts'
import { describeBusy } from './day/busy-hours.ts'
import { dayForm, newWindow } from './day/day-form.ts'
import {
  getDayHours,
  getDayLook,
  listBookings,
  type Schedule,
  type TimeOffHours,
  toCalendar,
  toTakenTime,
} from './hours.ts'
import { describeClosedNight, describeTimeOff, nameTimeOff } from './time-off/describe-time-off.ts'
import { getWholeDays, toTimeOffBody } from './time-off/time-off-period.ts'

const window = {
  start_local: '14:00',
  end_local: '18:00',
  ends_next_day: false,
  slot_minutes: 30,
  buffer_minutes: 15,
  booked: false,
}
const nora = { family_name: 'Nora Fields', request_id: 12, meeting_status: null }
const known: Omit<Schedule, 'counts'> = {
  zone: 'Europe/Berlin',
  rules: [
    {
      id: 1,
      weekday: 1,
      start: '09:00',
      end: '12:00',
      ends_next_day: false,
      slot_minutes: 60,
      buffer_minutes: 0,
      booked_dates: [],
    },
  ],
  overrides: [
    {
      id: 1,
      caregiver: 9,
      date_local: '2026-12-01',
      is_available: true,
      windows: [{ ...window, booked: true }],
    },
    { id: 2, caregiver: 9, date_local: '2026-12-07', is_available: false, windows: [] },
  ],
  timeOff: [{ id: 1, start_utc: '2026-12-20T23:00:00Z', end_utc: '2026-12-21T23:00:00Z' }],
  outsideBusy: [],
  booked: [
    // In Berlin: 14:00 to 15:00, 10:00 to 11:00 within weekly hours, all hours of a day, and outside all
    // hours.
    { start_utc: '2026-12-01T13:00:00Z', end_utc: '2026-12-01T14:00:00Z', buffer_minutes: 15, ...nora },
    { start_utc: '2026-12-14T09:00:00Z', end_utc: '2026-12-14T10:00:00Z', buffer_minutes: 0, ...nora },
    { start_utc: '2026-12-28T08:00:00Z', end_utc: '2026-12-28T11:00:00Z', buffer_minutes: 0, ...nora },
    { start_utc: '2026-12-28T19:00:00Z', end_utc: '2026-12-28T20:00:00Z', buffer_minutes: 0, ...nora },
  ],
}
const schedule: Schedule = {
  ...known,
  counts: countSlotsByDate({
    calendar: toCalendar(known),
    ...toTakenTime(known),
    nowMs: Date.parse('2026-11-30T00:00:00Z'),
    first: '2026-12-01',
    last: '2026-12-31',
    viewerZone: known.zone,
  }),
}

describe('a day of the schedule', () => {
  test('has its own hours or else weekly hours', () => {
    expect(getDayHours('2026-12-01', schedule)).toMatchObject({
      override: { id: 1 },
      windows: [{ booked: true }],
    })
    expect(getDayHours('2026-12-21', schedule)).toMatchObject({
      override: null,
      windows: [{ start_local: '09:00', slot_minutes: 60, buffer_minutes: 0, booked: false }],
      bookings: [],
    })
    expect(getDayHours('2026-12-07', schedule)).toMatchObject({ override: { id: 2 }, windows: [] })
  })

  test('lists bookings within weekly hours and outside them', () => {
    expect(getDayHours('2026-12-14', schedule)).toMatchObject({
      windows: [{ booked: true }],
      bookings: [{ start: '10:00', end: '11:00' }],
      stray: [],
    })
    expect(getDayHours('2026-12-28', schedule)).toMatchObject({
      windows: [{ booked: true }],
      stray: [{ day: '2026-12-28', start: '20:00', end: '21:00', by: nora }],
    })
    expect(listBookings('2026-12-28', schedule, window)).toEqual([])
  })

  test('is open, partly booked, full, closed, time off, or too short for a slot', () => {
    const short = { ...schedule.overrides[1], date_local: '2026-12-09', is_available: true } as Override
    const tooShort = { ...window, end_local: '14:20' }
    const overrides = [...schedule.overrides, { ...short, windows: [tooShort] }]
    expect(getDayLook('2026-12-09', { ...schedule, overrides })).toEqual({ kind: 'closed', word: 'no slots' })
    expect(getDayLook('2026-12-28', schedule)).toEqual({ kind: 'full' })
    expect(getDayLook('2026-12-14', schedule)).toEqual({ kind: 'booked' })
    // What is free there ends the night before.
    const before = new Map([['2026-12-22', { free: 3, booked: 0 }]])
    expect(getDayLook('2026-12-22', { ...schedule, counts: before })).toEqual({ kind: 'closed' })
    expect(getDayLook('2026-12-15', schedule)).toEqual({ kind: 'closed' })
    expect(getDayLook('2026-12-07', schedule)).toEqual({ kind: 'closed' })
    expect(getDayLook('2026-12-01', schedule)).toEqual({ kind: 'booked' })
    expect(getDayLook('2026-12-21', schedule)).toEqual({ kind: 'closed', word: 'time off' })
    const meeting = { family_name: 'Fay Hart', request_id: null, meeting_status: 'accepted' as const }
    const met = { ...schedule, booked: schedule.booked.map((one) => ({ ...one, ...meeting })) }
    expect(getDayLook('2026-12-14', met)).toEqual({ kind: 'free', word: 'open' })
    expect(getDayLook('2026-12-28', met)).toEqual({ kind: 'booked', word: 'meeting' })
  })
})

describe('a day with booked hours', () => {
  const open = (start_local: string, end_local: string) => ({ ...newWindow(), start_local, end_local })
  const booked = [open('10:00', '11:00'), open('14:00', '16:00')]
  const toText = (windows: WindowBody[]) =>
    windows.map(({ start_local, end_local }) => `${start_local}-${end_local}`).sort()

  test('lists the booked hours within its windows', () => {
    expect(getDayHours('2026-12-14', schedule).bookedHours).toMatchObject([
      { start: '10:00', end: '11:00', by: nora },
    ])
    expect(toText(getDayHours('2026-12-14', schedule).keptWindows)).toEqual(['10:00-11:00'])
    expect(getDayHours('2026-12-01', schedule).keptWindows).toMatchObject([
      { start_local: '14:00', end_local: '15:00', slot_minutes: 30, buffer_minutes: 15 },
    ])
    expect(getDayHours('2026-12-15', schedule).bookedHours).toEqual([])
  })

  test.each([
    ['windows that cover them stay', [open('09:00', '17:00')], ['09:00-17:00']],
    ['no windows leave the booked hours', [], ['10:00-11:00', '14:00-16:00']],
    [
      'other hours are added to them',
      [open('18:00', '00:00')],
      ['10:00-11:00', '14:00-16:00', '18:00-00:00'],
    ],
    [
      'windows that cut into them are trimmed',
      [open('10:30', '15:00')],
      ['10:00-11:00', '11:00-14:00', '14:00-16:00'],
    ],
    ['windows within them make way', [open('14:30', '15:00')], ['10:00-11:00', '14:00-16:00']],
  ])('%s', (_name, windows, result) => {
    expect(toText(keepBookedHours(windows, booked))).toEqual(result)
  })
})

describe('time off on a day', () => {
  // In Berlin: Monday the 14th 11:00 to 18:00, Monday the 28th 8:00 to 12:00, and all of the 21st.
  const timeOff = [
    ...schedule.timeOff,
    { id: 2, start_utc: '2026-12-14T10:00:00Z', end_utc: '2026-12-14T17:00:00Z' },
    { id: 3, start_utc: '2026-12-28T07:00:00Z', end_utc: '2026-12-28T11:00:00Z' },
    { id: 4, start_utc: '2026-12-15T11:00:00Z', end_utc: '2026-12-15T17:00:00Z' },
  ]
  const off = (date: string) => getDayHours(date, { ...schedule, timeOff }).timeOff

  test('covers a whole day with or without hours', () => {
    expect(off('2026-12-21')).toEqual({
      closes: 'day',
      stretches: [{ start: '00:00', end: '00:00' }],
      later: null,
    })
    expect(getDayHours('2026-12-21', { ...schedule, rules: [] }).timeOff).toMatchObject({ closes: 'day' })
    expect(off('2026-12-22')).toBe(null)
  })

  test('covers part of the hours, all of them, or none', () => {
    expect(off('2026-12-14')).toMatchObject({ closes: 'part', stretches: [{ start: '11:00', end: '18:00' }] })
    expect(off('2026-12-28')).toMatchObject({
      closes: 'hours',
      stretches: [{ start: '08:00', end: '12:00' }],
    })
    // A Tuesday without hours.
    expect(off('2026-12-15')).toBe(null)
  })

  test('merges adjacent time off', () => {
    const pieces = [
      { id: 5, start_utc: '2026-12-20T23:00:00Z', end_utc: '2026-12-21T09:00:00Z' },
      { id: 6, start_utc: '2026-12-21T09:00:00Z', end_utc: '2026-12-22T23:00:00Z' },
    ]
    const broken = { ...schedule, timeOff: pieces }
    expect(getDayHours('2026-12-21', broken).timeOff?.closes).toBe('day')
    expect(getDayLook('2026-12-21', broken)).toEqual({ kind: 'closed', word: 'time off' })
  })
})

describe('time off in which a night ends', () => {
  // In UTC: a night of Wednesday the 23rd, and the 24th and 25th off.
  const nightOff = (slot_minutes: number): Schedule => {
    const hours = { start: '21:00', end: '06:00', ends_next_day: true, buffer_minutes: 0 }
    const rules = [{ id: 1, weekday: 3, ...hours, slot_minutes, booked_dates: [] }]
    const timeOff = [{ id: 1, start_utc: '2026-12-24T00:00:00Z', end_utc: '2026-12-26T00:00:00Z' }]
    return { ...schedule, zone: 'UTC', rules, overrides: [], timeOff, booked: [], counts: new Map() }
  }
  const of = (slotMinutes: number) => getDayHours('2026-12-23', nightOff(slotMinutes)).timeOff as TimeOffHours

  test('closes a night that is one slot', () => {
    const night = of(540)
    expect(night).toMatchObject({ closes: 'hours', later: { first: '2026-12-24', last: '2026-12-25' } })
    const words = /^Closed by your time off Dec 24\s–\s25 \(the night ends on Dec 24\)\.$/
    expect(describeTimeOff(night)).toMatch(words)
    expect(nameTimeOff(night)).toBe('Time off')
    expect(getDayLook('2026-12-23', nightOff(540))).toEqual({ kind: 'closed', word: 'time off' })
  })

  test('leaves the hours before the night', () => {
    const { rules, ...night } = nightOff(540)
    const day = { ...rules[0], start: '14:00', end: '16:00', ends_next_day: false, slot_minutes: 60 }
    const both = { ...night, rules: [...rules, day as (typeof rules)[0]] }
    const off = getDayHours('2026-12-23', both).timeOff as TimeOffHours
    expect(off.closes).toBe('part')
    const words = /^The night is closed by your time off Dec 24\s–\s25 \(it ends on Dec 24\)\.$/
    expect(describeTimeOff(off)).toMatch(words)
  })

  test('leaves the slots before midnight', () => {
    const night = of(60)
    expect(night).toMatchObject({ closes: 'part', stretches: [{ start: '00:00', end: '06:00' }] })
    expect(describeClosedNight(night)).toBe(null)
    expect(describeTimeOff(night)).toBe('Time off: 12:00 AM – 6:00 AM. Families can’t book these times.')
  })

  test('is a day off on its own days, and nothing to the night before', () => {
    const dayOff = getDayHours('2026-12-24', nightOff(540)).timeOff as TimeOffHours
    expect(describeTimeOff(dayOff)).toBe('Day off. Families can’t book this day.')
    expect(nameTimeOff(dayOff)).toBe('Day off')
    expect(getDayHours('2026-12-16', nightOff(540)).timeOff).toBe(null)
  })
})

describe('busy times of outside calendars', () => {
  const busyAt = (start: string, end: string, id = 1) => ({
    start_utc: `2026-12-21T${start}:00Z`,
    end_utc: `2026-12-21T${end}:00Z`,
    calendar_id: id,
    name: `Calendar ${id}`,
  })
  // In Berlin, with hours from 9:00 to 12:00: before them, within them, and beyond their end.
  const outsideBusy = [busyAt('05:00', '07:00'), busyAt('08:30', '09:00'), busyAt('10:00', '18:00', 2)]
  const busy = { ...schedule, timeOff: [], outsideBusy }

  test('close the hours that they touch', () => {
    const { busy: found } = getDayHours('2026-12-21', busy)
    expect(found.map(describeBusy)).toEqual([
      'Busy in Calendar 1: 9:30 AM – 10:00 AM',
      'Busy in Calendar 2: 11:00 AM – 12:00 PM',
    ])
    expect(getDayHours('2026-12-28', busy).busy).toEqual([])
    expect(toTakenTime(busy).timeOff).toHaveLength(3)
  })

  test('say why a day has no slots', () => {
    expect(getDayLook('2026-12-21', { ...busy, counts: new Map() })).toEqual({ kind: 'closed', word: 'busy' })
  })
})

describe('a night', () => {
  const night = { ...newWindow(), start_local: '21:00', end_local: '06:00', ends_next_day: true }
  const withNight = (start_utc: string, end_utc: string): Schedule => ({
    ...schedule,
    zone: 'UTC',
    rules: [],
    overrides: [
      {
        id: 1,
        caregiver: 9,
        date_local: '2026-12-01',
        is_available: true,
        windows: [{ ...night, booked: true }],
      },
    ],
    timeOff: [],
    booked: [{ start_utc, end_utc, buffer_minutes: 0, ...nora }],
  })

  test('is booked as one window, and leaves the next day free of it', () => {
    const booked = withNight('2026-12-01T21:00:00Z', '2026-12-02T06:00:00Z')
    expect(getDayHours('2026-12-01', booked)).toMatchObject({
      windows: [{ start_local: '21:00', end_local: '06:00', ends_next_day: true, booked: true }],
      bookedHours: [{ day: '2026-12-01', start: '21:00', end: '06:00' }],
      keptWindows: [night],
      stray: [],
    })
    expect(getDayHours('2026-12-02', booked)).toMatchObject({ windows: [], keptWindows: [], stray: [] })
  })

  test('of the weekly hours is open on the day on which it begins', () => {
    const rules = [
      {
        id: 1,
        weekday: 2,
        start: '21:00',
        end: '06:00',
        ends_next_day: true,
        slot_minutes: 60,
        buffer_minutes: 0,
        booked_dates: [],
      },
    ]
    const weekly = { ...schedule, zone: 'UTC', rules, overrides: [], timeOff: [], booked: [] }
    const counts = countSlotsByDate({
      calendar: toCalendar(weekly),
      ...toTakenTime(weekly),
      nowMs: Date.parse('2026-11-30T00:00:00Z'),
      first: '2026-12-01',
      last: '2026-12-02',
      viewerZone: 'UTC',
    })
    const look = (date: string) => getDayLook(date, { ...weekly, counts })
    expect(getDayHours('2026-12-01', weekly).windows).toEqual([{ ...night, booked: false }])
    expect(look('2026-12-01')).toEqual({ kind: 'free', word: 'open' })
    expect(look('2026-12-02')).toEqual({ kind: 'closed' })
  })

  test('that is booked after midnight keeps its beginning, and is no stray booking of the next day', () => {
    const booked = withNight('2026-12-02T01:00:00Z', '2026-12-02T04:00:00Z')
    expect(getDayHours('2026-12-01', booked)).toMatchObject({
      bookedHours: [{ day: '2026-12-02', start: '01:00', end: '04:00' }],
      keptWindows: [{ ...night, end_local: '04:00' }],
    })
    expect(getDayHours('2026-12-02', booked).stray).toEqual([])
  })

  test('keeps its booked hours when its window is trimmed or removed', () => {
    const kept = { ...night, end_local: '04:00' }
    expect(keepBookedHours([], [kept])).toEqual([kept])
    expect(keepBookedHours([{ ...night, end_local: '05:00' }], [kept])).toEqual([
      { ...night, end_local: '05:00' },
    ])
    expect(
      keepBookedHours([{ ...night, start_local: '20:00', end_local: '22:00', ends_next_day: false }], [kept]),
    ).toEqual([{ ...night, start_local: '20:00', end_local: '21:00', ends_next_day: false }, kept])
  })
})

describe('the day form', () => {
  const messagesOf = (windows: unknown, isBooked = false) =>
    dayForm(isBooked)
      .safeParse({ windows })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

  test('accepts a new window', () => {
    expect(messagesOf([newWindow()])).toEqual([])
  })

  test('shows the prescribed messages', () => {
    expect(messagesOf([])).toEqual([['windows', 'Add a time window or close this day']])
    expect(messagesOf([], true)).toEqual([])
    expect(messagesOf([{ ...newWindow(), end_local: '09:00' }])).toEqual([
      ['windows.0.end_local', 'Each window must have start before end'],
    ])
    const night = { ...newWindow(), start_local: '21:00', end_local: '06:00' }
    expect(messagesOf([night])).toEqual([['windows.0.end_local', 'Each window must have start before end']])
    expect(messagesOf([{ ...night, ends_next_day: true }])).toEqual([])
    expect(messagesOf([newWindow(), newWindow()])).toEqual([['windows', 'Windows overlap — adjust times']])
    expect(messagesOf([{ ...newWindow(), slot_minutes: 29 }])).toEqual([
      ['windows.0.slot_minutes', 'Slot minutes must be at least 30'],
    ])
  })
})

describe('time off', () => {
  const span = { first: '2026-12-21', last: '2026-12-22', isWholeDays: true, from: '12:00', until: '00:00' }

  test('covers whole days in the caregiver’s zone', () => {
    const body = toTimeOffBody(span, 'Europe/Berlin')
    expect(body).toEqual({ start_utc: '2026-12-20T23:00:00Z', end_utc: '2026-12-22T23:00:00Z' })
    expect(getWholeDays({ id: 1, ...body }, 'Europe/Berlin')).toEqual({
      first: '2026-12-21',
      last: '2026-12-22',
    })
  })

  test('covers hours, where an end of midnight ends the last day', () => {
    const body = toTimeOffBody({ ...span, isWholeDays: false }, 'Europe/Berlin')
    expect(body).toEqual({ start_utc: '2026-12-21T11:00:00Z', end_utc: '2026-12-22T23:00:00Z' })
    expect(getWholeDays({ id: 1, ...body }, 'Europe/Berlin')).toBe(null)
  })
})
