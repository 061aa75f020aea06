/** What a person's record shows of their meetings. @see docs/rules/console.md#records */
import type { AdminMeeting } from '@tendwell/contract/console/people'
import { desc } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { findNames } from '../../people/index.ts'
import { isOfPerson } from './store.ts'
import { meetings } from './tables.ts'

/** One page of a person's meetings, on either side, the latest first. Place and note are not masked. */
export async function listMeetingsOf(
  reader: Reader,
  userId: number,
  page: PageRequest,
): Promise<{ count: number; results: AdminMeeting[] }> {
  const rows = await reader
    .select()
    .from(meetings)
    .where(isOfPerson(userId))
    .orderBy(desc(meetings.startsAt), desc(meetings.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  const names = await findNames(
    reader,
    rows.flatMap(({ caregiverId, familyId }) => [caregiverId, familyId]),
  )
  const toPerson = (id: number) => ({ id, name: names.get(id) ?? '' })
  return {
    count: await reader.$count(meetings, isOfPerson(userId)),
    results: rows.map(({ caregiverId, familyId, ...meeting }) => ({
      id: meeting.id,
      caregiver: toPerson(caregiverId),
      family: toPerson(familyId),
      start_utc: meeting.startsAt.toISOString(),
      end_utc: meeting.endsAt.toISOString(),
      way: meeting.way,
      place: meeting.place,
      note: meeting.note,
      status: meeting.status,
    })),
  }
}
