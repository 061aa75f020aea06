import { toPossibleIntervals } from '@tendwell/contract/availability/windows'
import { HOUR_MS, type Interval } from '@tendwell/contract/time'
import { expect, test } from 'vitest'
import { fc } from '../../../../contract/test/random.ts'
import {
  addSlots,
  calculatePrice,
  isChosen,
  minutesByDate,
  removeSlots,
  toRequestBody,
  toWindows,
} from './selection.ts'

const zone = 'Europe/Berlin'

function hour(instant: string, hours = 1): Interval {
  const startMs = Date.parse(instant)
  return { startMs, endMs: startMs + hours * HOUR_MS }
}

const nine = hour('2026-12-01T08:00:00Z')
const ten = hour('2026-12-01T09:00:00Z')
const two = hour('2026-12-01T13:00:00Z')

test('keeps slots in order and each only once', () => {
  const chosen = addSlots(addSlots([], [two, nine]), [nine, ten])
  expect(chosen).toEqual([nine, ten, two])
  expect(removeSlots(chosen, [ten])).toEqual([nine, two])
  expect(isChosen(chosen, ten)).toBe(true)
  expect(isChosen([nine, two], ten)).toBe(false)
})

test('replaces a slot of another length that overlaps', () => {
  const longer = hour('2026-12-01T08:30:00Z', 2)
  expect(addSlots([nine, ten, two], [longer])).toEqual([longer, two])
})

test('shows adjacent slots as one window, and taken ones apart', () => {
  expect(toWindows([nine, ten, two], zone)).toMatchObject([
    { date: '2026-12-01', start: '09:00', end: '11:00', minutes: 120 },
    { date: '2026-12-01', start: '14:00', end: '15:00', minutes: 60 },
  ])
  expect(toWindows([nine, ten], zone, [ten])).toMatchObject([
    { start: '09:00', end: '10:00' },
    { start: '10:00', end: '11:00' },
  ])
})

test('never makes a window longer than a day', () => {
  const hours = Array.from({ length: 26 }, (_, index) =>
    hour(new Date(Date.parse('2026-12-01T08:00:00Z') + index * HOUR_MS).toISOString()),
  )
  expect(toWindows(hours, zone).map(({ minutes }) => minutes)).toEqual([24 * 60, 2 * 60])
})

test('sums up minutes and sends windows by the viewer’s dates', () => {
  const late = hour('2026-12-01T23:30:00Z')
  expect([...minutesByDate([nine, ten, late], zone)]).toEqual([
    ['2026-12-01', 120],
    ['2026-12-02', 60],
  ])
  expect(toRequestBody(7, zone, [nine, ten, late])).toEqual({
    caregiver_id: 7,
    timezone: zone,
    windows: [
      {
        date: '2026-12-01',
        start: '09:00',
        end: '11:00',
        start_utc: '2026-12-01T08:00:00Z',
        end_utc: '2026-12-01T10:00:00Z',
      },
      {
        date: '2026-12-02',
        start: '00:30',
        end: '01:30',
        start_utc: '2026-12-01T23:30:00Z',
        end_utc: '2026-12-02T00:30:00Z',
      },
    ],
  })
})

test('makes only windows that a date and two times express, on days when clocks change too', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'America/New_York',
        'Europe/Berlin',
        'Australia/Lord_Howe',
        'Asia/Kolkata',
        'Africa/Cairo',
      ),
      fc.constantFrom('2026-10-31', '2027-03-13', '2027-03-27', '2026-10-24', '2027-04-03', '2027-04-29'),
      fc.uniqueArray(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 60 }),
      (place, day, picked) => {
        const chosen = addSlots(
          [],
          picked.map((index) => hour(new Date(Date.parse(`${day}T00:00Z`) + index * HOUR_MS).toISOString())),
        )
        const body = toRequestBody(7, place, chosen)
        expect(toWindows(chosen, place).flatMap(({ slots }) => slots)).toEqual(chosen)
        for (const { start_utc = '', end_utc = '', ...wall } of body.windows) {
          const readings = toPossibleIntervals(wall, place)
          expect(readings).toContainEqual({ startMs: Date.parse(start_utc), endMs: Date.parse(end_utc) })
        }
      },
    ),
  )
})

test('rounds the price once, over all minutes', () => {
  const twentyMinutes = (instant: string) => hour(instant, 1 / 3)
  const slots = ['2026-12-01T08:00:00Z', '2026-12-01T09:00:00Z', '2026-12-01T10:00:00Z'].map(twentyMinutes)
  expect(calculatePrice(slots, { rateCents: 5_500, serviceFeeBps: 0 }).totalCents).toBe(5_500)
  expect(calculatePrice([], { rateCents: 5_500, serviceFeeBps: 1_000 }).totalCents).toBe(0)
})
