import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/errors.ts'
import { getRequestDetails } from '../queries.ts'
import type { RequestDetails } from '../responses.ts'
import { findMove, type MoveRow, toMovedIntervals } from './store.ts'

/**
 * A proposal as notifications and emails show it: its request with the hours before the move, and with those
 * after it.
 */
export type MoveDetails = { move: MoveRow; before: RequestDetails; after: RequestDetails }

/** The proposal with this id. @throws AppError 404 for a proposal that does not exist */
export async function getMoveDetails(
  deps: Pick<Deps, 'clock' | 'database'>,
  moveId: number,
): Promise<MoveDetails> {
  const move = await findMove(deps.database, moveId)
  if (!move) throw notFound()
  const request = await getRequestDetails(deps, move.requestId)
  return {
    move,
    before: withWindows(request, move.fromWindows),
    after: withWindows(request, move.toWindows),
  }
}

/** The request as if these were its windows. */
function withWindows(request: RequestDetails, windows: MoveRow['fromWindows']): RequestDetails {
  const visits = toMovedIntervals(windows.map((window) => ({ ...window, buffer_minutes: 0 })))
  const hours = visits.map(({ startMs, endMs }) => (endMs - startMs) / HOUR_MS)
  return {
    ...request,
    windows: windows.map(({ date, start, end }, index) => ({
      date,
      start,
      end,
      hours: hours[index] as number,
    })),
    visits,
    totalHours: hours.reduce((sum, hoursOfWindow) => sum + hoursOfWindow, 0),
  }
}
