/** Calendars elsewhere that caregivers add. */
import type { Answer } from '../app.ts'
import type { CalendarServer } from '../calendar-server.ts'
import type { TestUser } from './accounts.ts'

export const OUTSIDE = '/api/calendars/outside'

/** A calendar with an event an interval (ISO in UTC), each with further lines. */
export function toCalendar(events: [start: string, end: string, ...lines: string[]][]): string {
  const toStamp = (instant: string) => `${new Date(instant).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//EN'],
    ...events.flatMap(([start, end, ...lines], index) => [
      ...['BEGIN:VEVENT', `UID:event-${index}@elsewhere.test`, `DTSTART:${toStamp(start)}`],
      ...[`DTEND:${toStamp(end)}`, 'SUMMARY:Dentist', ...lines, 'END:VEVENT'],
    ]),
    'END:VCALENDAR',
  ].join('\r\n')
}

let shared = 0

/** Shares a calendar at an address of its own. */
export function shareCalendar(server: CalendarServer, text: string): { path: string; address: string } {
  shared += 1
  const path = `/private-${shared}-secret/basic.ics`
  return { path, address: server.answer(path, text) }
}

export function addCalendar(caregiver: TestUser, address: string, name?: string): Promise<Answer> {
  return caregiver.client.post(OUTSIDE, { address, ...(name !== undefined && { name }) })
}
