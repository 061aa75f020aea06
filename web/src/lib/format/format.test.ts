import { describe, expect, it } from 'vitest'
import {
  formatAgo,
  formatAgoShort,
  formatDay,
  formatFileSize,
  formatHours,
  formatInterval,
  formatMoney,
  formatMonth,
  formatRelativeDay,
  formatTime,
  formatWeekday,
  formatWindow,
  formatZone,
  formatZoneNote,
  getBrowserZone,
} from './format.ts'

it.each([
  [1240.5, '$1,240.50'],
  ['0.00', '$0.00'],
  [null, '$0.00'],
  ['x', '$0.00'],
])('shows %j as %s', (usd, text) => {
  expect(formatMoney(usd)).toBe(text)
})

it.each([
  ['00:00', '12:00 AM'],
  ['09:05', '9:05 AM'],
  ['12:30:00', '12:30 PM'],
  ['23:45', '11:45 PM'],
])('shows %s as %s', (time, text) => {
  expect(formatTime(time)).toBe(text)
})

it('shows the zone only when it differs from the browser’s', () => {
  expect(formatZoneNote(getBrowserZone())).toBe('')
  const elsewhere = getBrowserZone() === 'Asia/Karachi' ? 'America/New_York' : 'Asia/Karachi'
  expect(formatWindow('09:00', '12:00', elsewhere)).toBe(`9:00 AM – 12:00 PM (${formatZone(elsewhere)})`)
  expect(formatZone('America/New_York')).toBe('New York time')
})

it('shows a calendar day as the same day in every zone', () => {
  expect(formatDay('2026-12-01')).toBe('Dec 1, 2026')
  expect(formatDay('2026-12-01', 'long')).toBe('Tuesday, December 1, 2026')
  expect(formatDay('2020-02-29', 'weekday')).toBe('Sat, Feb 29, 2020')
})

it('names months and weekdays', () => {
  expect(formatMonth('2026-12')).toBe('December')
  expect(formatMonth('2026-01', { withYear: true })).toBe('January 2026')
  expect([1, 7].map(formatWeekday)).toEqual(['Monday', 'Sunday'])
})

it.each([
  [20, 'just now'],
  [60, '1 minute ago'],
  [59 * 60, '59 minutes ago'],
  [3600, '1 hour ago'],
  [23 * 3600, '23 hours ago'],
  [86_400, '1 day ago'],
  [9 * 86_400, '9 days ago'],
])('calls %i s ago %s', (seconds, text) => {
  const now = Date.parse('2026-12-01T12:00:00Z')
  expect(formatAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(text)
})

it.each([
  [20, 'now'],
  [5 * 60, '5m'],
  [3 * 3600, '3h'],
  [2 * 86_400, '2d'],
  [8 * 86_400, 'Nov 22'],
])('says %i seconds ago in a few letters', (seconds, text) => {
  const nowMs = new Date(2026, 10, 30, 12).getTime()
  expect(formatAgoShort(new Date(nowMs - seconds * 1000).toISOString(), nowMs)).toBe(text)
})

it.each([
  [new Date(2026, 10, 30, 0, 1), 'Today'],
  [new Date(2026, 10, 29, 23, 59), 'Yesterday'],
  [new Date(2026, 10, 3, 12), 'Tuesday, November 3'],
  [new Date(2025, 10, 30, 12), 'Nov 30, 2025'],
])('names the day of %s', (instant, text) => {
  expect(formatRelativeDay(instant.toISOString(), new Date(2026, 10, 30, 0, 5).getTime())).toBe(text)
})

it('formats hours', () => {
  expect(formatHours(1)).toBe('1 hour')
  expect(formatHours(7.5)).toBe('7.5 hours')
})

describe('formatInterval', () => {
  const span = (start: string, end: string, zone: string) =>
    formatInterval({ startMs: Date.parse(start), endMs: Date.parse(end) }, zone)

  it('says when it ends on another day', () => {
    expect(span('2026-12-01T14:00Z', '2026-12-01T17:00Z', 'America/New_York')).toBe('9:00 AM – 12:00 PM')
    expect(span('2026-12-02T03:00Z', '2026-12-02T05:00Z', 'America/New_York')).toBe('10:00 PM – 12:00 AM')
    expect(span('2026-12-02T03:00Z', '2026-12-02T08:00Z', 'America/New_York')).toBe(
      '10:00 PM – 3:00 AM, next day',
    )
    expect(span('2026-12-02T03:00Z', '2026-12-04T08:00Z', 'UTC')).toBe('3:00 AM – 8:00 AM, 2 days later')
  })

  it('distinguishes the two times of a repeated hour', () => {
    const zone = 'America/New_York'
    expect(span('2026-11-01T05:00Z', '2026-11-01T06:00Z', zone)).toBe('1:00 AM EDT – 1:00 AM EST')
    expect(span('2026-11-01T06:00Z', '2026-11-01T07:00Z', zone)).toBe('1:00 AM EST – 2:00 AM')
    expect(span('2027-03-14T06:00Z', '2027-03-14T07:00Z', zone)).toBe('1:00 AM – 3:00 AM')
  })
})

it.each([
  [0, '1 KB'],
  [839_680, '820 KB'],
  [1_468_006, '1.4 MB'],
  [10 * 1024 * 1024, '10.0 MB'],
])('formats the size of a file: %i bytes', (bytes, text) => expect(formatFileSize(bytes)).toBe(text))
