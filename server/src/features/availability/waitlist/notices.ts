import { formatShortDay, formatWeekdayAndDay } from '@tendwell/contract/format'
import { paths } from '@tendwell/contract/routes'
import { inArray } from 'drizzle-orm'
import {
  defineNotice,
  firstNamePlaceholder,
  type NoticeContent,
  namePlaceholder,
} from '../../notices/index.ts'
import { waits } from '../tables.ts'
import type { WaitRow } from './store.ts'

/** Tells a family that hours of its day became free. */
function renderFreed({ caregiverId, dateLocal }: WaitRow): NoticeContent {
  return {
    type: 'hours_free',
    subject: `${firstNamePlaceholder(caregiverId)} has free hours on ${formatShortDay(dateLocal)}`,
    payload: {
      caregiver_name: namePlaceholder(caregiverId),
      message: `${namePlaceholder(caregiverId)} has free hours on ${formatWeekdayAndDay(dateLocal)}. Others may have asked for them too, so they can be taken again soon. We tell you once. If they are gone, press “Tell me when hours become free” on that day again.`,
      action_url: `${paths.book(caregiverId)}?date=${dateLocal}`,
      action_text: 'See the hours',
    },
  }
}

export const waitlistNotices = [
  defineNotice('hours.freed', async (deps, { waitIds, at }) => {
    const rows = await deps.database.select().from(waits).where(inArray(waits.id, waitIds))
    return waitIds.flatMap((id) => {
      const row = rows.find((one) => one.id === id)
      if (!row) return []
      const { familyId, caregiverId } = row
      return [{ userId: familyId, from: caregiverId, cause: `wait:${id}:${at}`, content: renderFreed(row) }]
    })
  }),
]
