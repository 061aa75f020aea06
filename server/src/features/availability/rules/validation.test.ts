import type { WeeklyRule } from '@tendwell/contract/availability/slots'
import { describe, expect, it } from 'vitest'
import {
  requireBookedRange,
  requireEditableDate,
  requireEditableTimeOff,
  requireRuleFits,
  requireTimeOffBelowLimit,
  requireVerified,
  requireWeekFits,
} from './validation.ts'

const PAST = 'Past days cannot be changed'
const fails = (field: string, message: string) =>
  expect.objectContaining({ status: 400, fields: { [field]: [message] } })
/** What a call throws, as its status and message; null if it passes. */
function refusalOf(call: () => void): unknown {
  try {
    call()
    return null
  } catch (error) {
    return error
  }
}

it.each([
  ['verified', null],
  ['pending', 403],
  ['rejected', 403],
  ['flagged', 403],
])('a %s caregiver edits hours: %s', (status, refusal) => {
  const error = refusalOf(() => requireVerified(status))
  if (refusal === null) expect(error).toBeNull()
  else expect(error).toMatchObject({ status: 403, message: 'Your profile is pending admin verification' })
})

it.each([
  ['2027-05-03', '2027-05-03', null],
  ['2027-05-03', '2027-08-10', null],
  ['2027-05-03', '2027-08-11', 'The range can cover at most 100 days'],
  ['2027-05-03', '2027-05-02', 'date_to must not be before date_from'],
])('booked hours from %s to %s: %s', (first, last, message) => {
  const error = refusalOf(() => requireBookedRange({ first, last }))
  expect(error).toEqual(message === null ? null : fails('date_to', message))
})

describe('in Auckland, where it is already tomorrow', () => {
  const zone = 'Pacific/Auckland'
  // 01:00 of May 4 there.
  const nowMs = Date.parse('2027-05-03T13:00:00Z')

  it.each([
    ['2027-05-03', PAST],
    ['2027-05-04', null],
    ['2031-05-07', null],
    ['2031-05-08', 'Hours can be set for the next four years'],
  ])('the hours of %s: %s', (date, message) => {
    const error = refusalOf(() => requireEditableDate(date, zone, nowMs))
    expect(error).toEqual(message === null ? null : fails('date_local', message))
  })

  it.each([
    ['that began at the start of today', '2027-05-03T12:00Z', '2027-05-03T14:00Z', null, null],
    ['that began yesterday', '2027-05-03T11:59Z', '2027-05-03T14:00Z', 'start_utc', PAST],
    ['that ends now', '2027-05-03T12:30Z', '2027-05-03T13:00Z', 'start_utc', PAST],
    ['that ends in a minute', '2027-05-03T12:30Z', '2027-05-03T13:01Z', null, null],
    ['until four years from now', '2031-05-05T00:00Z', '2031-05-06T13:00Z', null, null],
    [
      'a minute longer',
      '2031-05-05T00:00Z',
      '2031-05-06T13:01Z',
      'end_utc',
      'Time off can be set for the next four years',
    ],
    ['from the year 1 on', '0001-01-01T00:00Z', '2027-06-01T00:00Z', 'start_utc', PAST],
  ])('time off %s', (_, from, to, field, message) => {
    const off = { startMs: Date.parse(from), endMs: Date.parse(to) }
    const error = refusalOf(() => requireEditableTimeOff(off, zone, nowMs))
    expect(error).toEqual(field === null ? null : fails(field, message))
  })
})

it('plans at most 100 periods of time off', () => {
  expect(refusalOf(() => requireTimeOffBelowLimit(99))).toBeNull()
  expect(refusalOf(() => requireTimeOffBelowLimit(100))).toMatchObject({
    status: 409,
    message: 'You can plan at most 100 periods of time off',
  })
})

describe('a weekly rule', () => {
  const monday = (start: string, end: string) => ({ weekday: 1, start, end })
  const night = (weekday: number, start: string, end: string) => ({ weekday, start, end, endsNextDay: true })
  const fits = (start: string, end: string, others: WeeklyRule[] = []) =>
    refusalOf(() => requireRuleFits({ weekday: 1, start, end }, others))
  const order = fails('end', 'Each window must have start before end')
  const overlap = fails('non_field_errors', 'Windows overlap — adjust times')

  it.each([
    ['09:00', '12:00', null],
    ['23:00', '00:00', null],
    ['00:00', '00:00', null],
    ['09:00', '09:00', order],
    ['22:00', '02:00', order],
  ])('from %s to %s', (start, end, refusal) => {
    expect(fits(start, end)).toEqual(refusal)
  })

  it.each([
    ['touches another', [monday('07:00', '09:00'), monday('12:00', '13:00')], null],
    ['is at the hours of another weekday', [{ ...monday('09:00', '12:00'), weekday: 2 }], null],
    ['begins a minute too early', [monday('07:00', '09:01')], overlap],
    ['ends a minute too late', [monday('11:59', '13:00')], overlap],
    ['lies in one that ends at midnight', [monday('08:00', '00:00')], overlap],
  ])('from 9 to 12 that %s', (_, others, refusal) => {
    expect(fits('09:00', '12:00', others)).toEqual(refusal)
  })

  it.each([
    ['ends on the next day', night(1, '21:00', '06:00'), [], null],
    ['is 16 hours long', night(1, '16:00', '08:00'), [], null],
    [
      'is longer than 16 hours',
      night(1, '16:00', '08:01'),
      [],
      fails('end', 'A window that ends on the next day can be at most 16 hours long'),
    ],
    [
      'touches the next morning',
      night(1, '21:00', '06:00'),
      [{ ...monday('06:00', '09:00'), weekday: 2 }],
      null,
    ],
    [
      'goes into the next morning',
      night(1, '21:00', '06:00'),
      [{ ...monday('05:59', '09:00'), weekday: 2 }],
      overlap,
    ],
    ['goes from Sunday into Monday', night(7, '21:00', '06:00'), [monday('05:00', '09:00')], overlap],
    ['begins in the night of Sunday', monday('05:00', '09:00'), [night(7, '21:00', '06:00')], overlap],
    ['follows the night of Sunday', monday('06:00', '09:00'), [night(7, '21:00', '06:00')], null],
  ])('that %s', (_, rule, others, refusal) => {
    expect(refusalOf(() => requireRuleFits(rule, others))).toEqual(refusal)
  })

  it('fits the other weekdays of a week that is set', () => {
    const week = (weekdays: number[], ...others: WeeklyRule[]) =>
      refusalOf(() =>
        requireWeekFits(
          weekdays.map((day) => night(day, '21:00', '06:00')),
          others,
        ),
      )
    expect(week([1, 2, 7])).toBeNull()
    expect(week([7], monday('06:00', '09:00'))).toBeNull()
    expect(week([7], monday('05:00', '09:00'))).toEqual(fails('windows', 'Windows overlap — adjust times'))
  })

  it('is one of at most 12 on its weekday', () => {
    const windows = Array.from({ length: 12 }, (_, hour) => monday(`0${hour % 10}:00`, `0${hour % 10}:30`))
    expect(fits('12:00', '13:00', windows.slice(0, 11))).toBeNull()
    expect(fits('12:00', '13:00', windows)).toEqual(fails('weekday', 'A weekday can have at most 12 windows'))
    expect(
      fits('12:00', '13:00', [...windows.slice(0, 11), { ...monday('06:00', '07:00'), weekday: 3 }]),
    ).toBeNull()
  })
})
