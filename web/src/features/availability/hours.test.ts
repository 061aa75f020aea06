import { describe, expect, test } from 'vitest'
import { dayForm, newWindow } from './day-form.ts'
import { dayHours, dayLook, type Schedule } from './hours.ts'
import { bodyOfSpan, wholeDaysOf } from './time-off-span.ts'

const window = {
  start_local: '14:00',
  end_local: '18:00',
  slot_minutes: 30,
  buffer_minutes: 15,
  booked: false,
}
const schedule: Schedule = {
  zone: 'Europe/Berlin',
  rules: [{ id: 1, weekday: 1, start: '09:00', end: '12:00' }],
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
}

describe('a day of the schedule', () => {
  test('has its own hours, else its weekday’s', () => {
    expect(dayHours('2026-12-01', schedule)).toMatchObject({
      override: { id: 1 },
      windows: [{ booked: true }],
    })
    expect(dayHours('2026-12-14', schedule)).toMatchObject({
      override: null,
      windows: [{ start_local: '09:00', slot_minutes: 60, buffer_minutes: 0 }],
    })
    expect(dayHours('2026-12-07', schedule)).toMatchObject({ override: { id: 2 }, windows: [] })
  })

  test('is open, closed, booked or time off', () => {
    expect(dayLook('2026-12-14', schedule)).toEqual({ kind: 'free', word: 'open' })
    expect(dayLook('2026-12-15', schedule)).toEqual({ kind: 'closed' })
    expect(dayLook('2026-12-07', schedule)).toEqual({ kind: 'closed' })
    expect(dayLook('2026-12-01', schedule)).toEqual({ kind: 'booked' })
    expect(dayLook('2026-12-21', schedule)).toEqual({ kind: 'closed', word: 'time off' })
  })
})

describe('the day’s form', () => {
  const messagesOf = (windows: unknown, booked: (typeof window)[] = []) =>
    dayForm(booked)
      .safeParse({ windows })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

  test('takes a new window', () => {
    expect(messagesOf([newWindow()])).toEqual([])
  })

  test('says what is wrong, by the specification’s words', () => {
    expect(messagesOf([])).toEqual([['windows', 'Add a window, or close this day']])
    expect(messagesOf([{ ...newWindow(), end_local: '09:00' }])).toEqual([
      ['windows.0.end_local', 'Each window must have start before end'],
    ])
    expect(messagesOf([newWindow(), newWindow()])).toEqual([['windows', 'Windows overlap — adjust times']])
    expect(messagesOf([{ ...newWindow(), slot_minutes: 29 }])).toEqual([
      ['windows.0.slot_minutes', 'Slot minutes must be at least 30'],
    ])
    expect(messagesOf([{ ...newWindow(), end_local: '15:00' }], [window])).toEqual([
      ['windows', 'Windows overlap — adjust times'],
    ])
  })
})

describe('time off', () => {
  const span = { first: '2026-12-21', last: '2026-12-22', isWholeDays: true, from: '12:00', until: '00:00' }

  test('is of whole days in the caregiver’s zone', () => {
    const body = bodyOfSpan(span, 'Europe/Berlin')
    expect(body).toEqual({ start_utc: '2026-12-20T23:00:00Z', end_utc: '2026-12-22T23:00:00Z' })
    expect(wholeDaysOf({ id: 1, ...body }, 'Europe/Berlin')).toEqual({
      first: '2026-12-21',
      last: '2026-12-22',
    })
  })

  test('or from a time to a time, midnight ending the last day', () => {
    const body = bodyOfSpan({ ...span, isWholeDays: false }, 'Europe/Berlin')
    expect(body).toEqual({ start_utc: '2026-12-21T11:00:00Z', end_utc: '2026-12-22T23:00:00Z' })
    expect(wholeDaysOf({ id: 1, ...body }, 'Europe/Berlin')).toBe(null)
  })
})
