import { expect, it } from 'vitest'
import { chooseStart } from './choose-start.ts'

const HOUR_MS = 3_600_000
const slot = (hour: number) => ({ startMs: hour * HOUR_MS, endMs: (hour + 1) * HOUR_MS })
const slots = (...hours: number[]) => hours.map(slot)

// 21 to 30 is a night.
const free = slots(9, 10, 11, 12, 13, 14, 21, 22, 23, 24, 25, 26, 27, 28, 29)

it.each([
  ['the whole length from a start', [], [9], [240], [9, 10, 11, 12]],
  ['another start instead', [9, 10, 11, 12], [11], [240], [11, 12, 13, 14]],
  ['a start within the chosen hours', [9, 10, 11, 12], [10], [240], [10, 11, 12, 13]],
  ['nothing of a pressed start again', [9, 10, 11, 12], [9], [240], [10, 11, 12]],
  ['nothing of a chosen hour from where not all are free', [9, 10, 11, 12], [12], [240], [9, 10, 11]],
  ['a night from its first hour', [], [21], [540], [21, 22, 23, 24, 25, 26, 27, 28, 29]],
  ['the pressed hour alone where not all are free', [], [12], [240], [12]],
  ['a further hour of a visit in parts', [9, 10, 11], [13], [240], [9, 10, 11, 13]],
  ['one hour too many rather than too few', [9, 10, 11, 12], [14], [240], [9, 10, 11, 12, 14]],
  ['a run for each of several visits', [9, 10], [12], [120, 180], [9, 10, 12, 13, 14]],
])('chooses %s', (_, selection, pressed, lengths, expected) => {
  const chosen = chooseStart({
    selection: slots(...selection),
    pressed: slots(...pressed),
    free,
    lengths,
    zone: 'UTC',
  })
  expect(chosen).toEqual(slots(...expected))
})
