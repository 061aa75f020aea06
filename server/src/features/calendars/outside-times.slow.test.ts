import { expect, it } from 'vitest'
import { findBusyTimes } from './outside-times.ts'

const source = {
  timezone: 'UTC',
  ownUid: /^$/,
  startMs: Date.parse('2026-12-01'),
  endMs: Date.parse('2027-12-01'),
}
const toFile = (events: string[]) => ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n')
const toEvent = (uid: number, start: string, rule: string) =>
  ['BEGIN:VEVENT', `UID:${uid}`, `DTSTART:${start}`, 'DURATION:PT1H', rule, 'END:VEVENT'].join('\r\n')

it('gives up on rules that take too long, while the server goes on', async () => {
  let beats = 0
  const heart = setInterval(() => {
    beats += 1
  }, 50)
  const text = toFile([toEvent(1, '19700101T000000Z', 'RRULE:FREQ=SECONDLY')])
  expect(await findBusyTimes({ ...source, text })).toBe('too_complex')
  clearInterval(heart)
  expect(beats).toBeGreaterThan(20)
})

it('reads the largest file of events and of rules', async () => {
  const series = Array.from({ length: 100 }, (_, uid) =>
    toEvent(uid, '20160101T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO'),
  )
  expect(await findBusyTimes({ ...source, text: toFile(series) })).toHaveLength(52)
  const events = Array.from({ length: 9_000 }, (_, uid) =>
    toEvent(uid, `2027${String(1 + (uid % 12)).padStart(2, '0')}01T090000Z`, 'SUMMARY:Walk'),
  )
  expect(toFile(events).length).toBeGreaterThan(800_000)
  expect(await findBusyTimes({ ...source, text: toFile(events) })).toHaveLength(11)
})
