/** Reads calendar files as another program does. */
import ICAL from 'ical.js'
import type { Answer } from '../app.ts'
import type { TestUser } from './accounts.ts'

/** An event of a calendar file; instants as ISO 8601 in UTC. */
export type CalendarEvent = ReturnType<typeof toEvent>

/** @throws Error if the text is no calendar file */
export function parseCalendar(text: string): CalendarEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map(toEvent)
}

function toEvent(component: ICAL.Component) {
  const read = (name: string) => component.getFirstPropertyValue(name)?.toString() ?? null
  return {
    uid: read('uid'),
    sequence: Number(read('sequence')),
    status: read('status'),
    start: read('dtstart'),
    end: read('dtend'),
    summary: read('summary'),
    location: read('location'),
    url: read('url'),
  }
}

/** Reads a person's private calendar, as a calendar app does: without a login. */
export async function readFeed({ client }: Pick<TestUser, 'client'>): Promise<CalendarEvent[]> {
  return parseCalendar(await (await fetch(await getFeedUrl(client))).text())
}

export async function getFeedUrl(client: { get(path: string): Promise<Answer> }): Promise<string> {
  const { body } = await client.get('/api/calendars/feed')
  return body.url
}
