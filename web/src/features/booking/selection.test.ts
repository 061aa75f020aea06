import { HOUR_MS, type Interval } from '@tendwell/contract/time'
import { toPossibleIntervals } from '@tendwell/contract/windows'
import { describe, expect, test } from 'vitest'
import { fc } from '../../../../contract/test/random.ts'
import {
  answered,
  countsByDate,
  inTurn,
  isChosen,
  nearbyOf,
  nearestTo,
  nothingFound,
  requestBodyOf,
  takenOf,
  totalCents,
  windowsOf,
  withoutSlots,
  withSlots,
} from './selection.ts'

const zone = 'Europe/Berlin'

function hour(instant: string, hours = 1): Interval {
  const startMs = Date.parse(instant)
  return { startMs, endMs: startMs + hours * HOUR_MS }
}

const nine = hour('2026-12-01T08:00:00Z')
const ten = hour('2026-12-01T09:00:00Z')
const two = hour('2026-12-01T13:00:00Z')

describe('what a family chooses', () => {
  test('keeps slots in order, each once', () => {
    const chosen = withSlots(withSlots([], [two, nine]), [nine, ten])
    expect(chosen).toEqual([nine, ten, two])
    expect(withoutSlots(chosen, [ten])).toEqual([nine, two])
    expect(isChosen(chosen, ten)).toBe(true)
    expect(isChosen([nine, two], ten)).toBe(false)
  })

  test('lets a slot that was cut differently give way', () => {
    const longer = hour('2026-12-01T08:30:00Z', 2)
    expect(withSlots([nine, ten, two], [longer])).toEqual([longer, two])
  })

  test('shows adjacent slots as one window, and taken ones apart', () => {
    expect(windowsOf([nine, ten, two], zone)).toMatchObject([
      { date: '2026-12-01', start: '09:00', end: '11:00', minutes: 120 },
      { date: '2026-12-01', start: '14:00', end: '15:00', minutes: 60 },
    ])
    expect(windowsOf([nine, ten], zone, [ten])).toMatchObject([
      { start: '09:00', end: '10:00' },
      { start: '10:00', end: '11:00' },
    ])
  })

  test('never makes a window longer than a day', () => {
    const hours = Array.from({ length: 26 }, (_, index) =>
      hour(new Date(Date.parse('2026-12-01T08:00:00Z') + index * HOUR_MS).toISOString()),
    )
    expect(windowsOf(hours, zone).map(({ minutes }) => minutes)).toEqual([24 * 60, 2 * 60])
  })

  test('counts and names days by the viewer’s clock', () => {
    const late = hour('2026-12-01T23:30:00Z')
    expect([...countsByDate([nine, ten, late], zone)]).toEqual([
      ['2026-12-01', 2],
      ['2026-12-02', 1],
    ])
    expect(requestBodyOf(7, zone, [nine, ten, late])).toEqual({
      caregiver_id: 7,
      timezone: zone,
      windows: [
        {
          date: '2026-12-01',
          start: '09:00',
          end: '11:00',
          start_utc: '2026-12-01T08:00:00.000Z',
          end_utc: '2026-12-01T10:00:00.000Z',
        },
        {
          date: '2026-12-02',
          start: '00:30',
          end: '01:30',
          start_utc: '2026-12-01T23:30:00.000Z',
          end_utc: '2026-12-02T00:30:00.000Z',
        },
      ],
    })
  })

  test('keeps to what a date and two times can say, on the days clocks change too', () => {
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
          const chosen = withSlots(
            [],
            picked.map((index) =>
              hour(new Date(Date.parse(`${day}T00:00Z`) + index * HOUR_MS).toISOString()),
            ),
          )
          const body = requestBodyOf(7, place, chosen)
          expect(windowsOf(chosen, place).flatMap(({ slots }) => slots)).toEqual(chosen)
          for (const { start_utc = '', end_utc = '', ...wall } of body.windows) {
            const readings = toPossibleIntervals(wall, place)
            expect(readings).toContainEqual({ startMs: Date.parse(start_utc), endMs: Date.parse(end_utc) })
          }
        },
      ),
    )
  })

  test('offers the free hours that are nearest to those taken', () => {
    const far = hour('2026-12-01T20:00:00Z')
    expect(nearestTo([nine], [nine, ten, two, far], [nine])).toEqual([ten, two, far])
    expect(nearestTo([nine], [ten, two, far], [nine, two])).toEqual([ten, far])
    expect(nearestTo([], [ten], [])).toEqual([ten])
  })

  test('rounds the price once, over all minutes', () => {
    const twentyMinutes = (instant: string) => hour(instant, 1 / 3)
    const slots = ['2026-12-01T08:00:00Z', '2026-12-01T09:00:00Z', '2026-12-01T10:00:00Z'].map(twentyMinutes)
    expect(totalCents(slots, 5_500)).toBe(5_500)
    expect(totalCents([], 5_500)).toBe(0)
  })

  test('knows what was taken on days that are not asked about this time', () => {
    const later = hour('2026-12-02T08:00:00Z')
    const onFirst = new Map([['2026-12-01', [ten]]])
    const first = answered(nothingFound, onFirst, [nine, ten, later], zone)
    expect(first.taken).toEqual([nine])
    const second = answered(first, new Map([['2026-12-02', [two]]]), [nine, ten, later], zone)
    expect(second.taken).toEqual([nine, later])
    expect(nearbyOf(second, [nine, later])).toEqual([ten, two])
    // Free again, and a day that nothing is chosen on any more.
    const third = answered(second, new Map([['2026-12-01', [nine, ten]]]), [nine, ten], zone)
    expect(third.taken).toEqual([])
    expect(nearbyOf(third, [nine, ten])).toEqual([])
    expect([...third.free.keys()]).toEqual(['2026-12-01'])
  })

  test('asks about each day of a long selection in its turn', () => {
    const days = ['a', 'b', 'c', 'd', 'e']
    expect([0, 1, 2, 3].map((turn) => inTurn(days, 2, turn).join(''))).toEqual(['ab', 'cd', 'ea', 'bc'])
    expect(inTurn(days, 8, 3)).toEqual(days)
    expect(inTurn([], 8, 1)).toEqual([])
  })

  test('finds what is no longer free', () => {
    const free = [ten, two]
    const asked: string[] = []
    const freeOn = (date: string) => {
      asked.push(date)
      return free
    }
    expect(takenOf([nine, ten], freeOn, zone)).toEqual([nine])
    expect(asked).toEqual(['2026-12-01', '2026-12-01'])
  })
})
