import { describe, expect, it } from 'vitest'
import { coverBySlots, coverLocalWindow } from './slot-cover.ts'

const utc = (text: string) => Date.parse(text)

describe('coverBySlots', () => {
  it('finds no cover for an empty window or without slots', () => {
    expect(coverBySlots({ startMs: 5, endMs: 5 }, [{ startMs: 5, endMs: 6 }])).toBeNull()
    expect(coverBySlots({ startMs: 6, endMs: 5 }, [{ startMs: 5, endMs: 6 }])).toBeNull()
    expect(coverBySlots({ startMs: 5, endMs: 6 }, [])).toBeNull()
  })

  it('finds the listed slot when its hour occurs twice', () => {
    const hours = [5, 6, 7].map((hour) => ({
      startMs: utc(`2026-11-01T0${hour}:00Z`),
      endMs: utc(`2026-11-01T0${hour + 1}:00Z`),
    }))
    const cover = (start: string, end: string) =>
      coverLocalWindow({ date: '2026-11-01', start, end }, 'America/New_York', hours)
    expect(cover('01:00', '01:00')).toEqual([hours[0]])
    expect(cover('01:00', '02:00')).toEqual([hours[1]])
    expect(cover('01:00', '03:00')).toEqual([hours[1], hours[2]])
    expect(cover('02:00', '03:00')).toEqual([hours[2]])
    expect(cover('02:00', '03:30')).toBeNull()
  })
})
