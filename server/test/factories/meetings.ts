/** Meetings of a family and a caregiver before they book. */
import type { Answer } from '../app.ts'
import type { TestUser } from './accounts.ts'

type Wish = { minutes?: number; way?: string; place?: string; note?: string }

/** Asks a caregiver for a meeting at an instant; by default a video call of 30 minutes. */
export function askMeeting(
  { client }: TestUser,
  caregiver: TestUser,
  start: string,
  { minutes = 30, way = 'video', ...texts }: Wish = {},
): Promise<Answer> {
  return client.post('/api/requests/meetings', {
    caregiver_id: caregiver.id,
    start_utc: start,
    minutes,
    timezone: 'UTC',
    way,
    ...texts,
  })
}

export function answerMeeting({ client }: TestUser, meetingId: number, answer: object): Promise<Answer> {
  return client.patch(`/api/requests/meetings/${meetingId}`, answer)
}

/** A person's meetings that wait, are ahead or are past. */
export async function listMeetings({ client }: TestUser, when: 'waiting' | 'upcoming' | 'past') {
  const { body } = await client.get(`/api/requests/meetings?when=${when}`)
  return body.results as { id: number; status: string; phone_number: string | null; video_link: string }[]
}
