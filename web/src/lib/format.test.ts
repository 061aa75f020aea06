import { expect, it } from 'vitest'
import {
  formatAgo,
  formatDay,
  formatHours,
  formatMoney,
  formatTime,
  formatWindow,
  initialsOf,
  viewerZone,
  zoneName,
  zoneNote,
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

it('says the zone only when it is not the viewer’s', () => {
  expect(zoneNote(viewerZone())).toBe('')
  const elsewhere = viewerZone() === 'Asia/Karachi' ? 'America/New_York' : 'Asia/Karachi'
  expect(formatWindow('09:00', '12:00', elsewhere)).toBe(`9:00 AM – 12:00 PM (${zoneName(elsewhere)})`)
  expect(zoneName('America/New_York')).toBe('New York time')
})

it('shows a calendar day as that day in every zone', () => {
  expect(formatDay('2026-12-01')).toBe('Dec 1, 2026')
  expect(formatDay('2026-12-01', 'long')).toBe('Tuesday, December 1, 2026')
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

it('counts hours and takes initials', () => {
  expect(formatHours(1)).toBe('1 hour')
  expect(formatHours(7.5)).toBe('7.5 hours')
  expect(initialsOf('  amelia  rose hart ')).toBe('AR')
  expect(initialsOf('')).toBe('')
})
