import { requestBody, slotAlternative } from '@tendwell/contract/bookings'
import { localOf } from '@tendwell/contract/time'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { messageOf, statusOf } from '../../lib/errors.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { paths } from '../../lib/paths.ts'
import { loginPath } from '../../lib/return-to.ts'
import { type SessionState, selectSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { useLazyFreeDayQuery, useSendRequestMutation } from './api.ts'
import { intervalOf, requestBodyOf, type Selection, takenOf } from './selection.ts'

export type Alternative = z.infer<typeof slotAlternative>

interface Conflict {
  taken: Selection
  alternatives: Alternative[]
}

const noConflict: Conflict = { taken: [], alternatives: [] }
const conflictAnswer = z.object({ alternatives: z.array(slotAlternative) })

/** Sends the chosen hours, and says which of them were taken meanwhile and what is free nearby. */
export function useSendRequest(caregiverId: number, zone: string, sent: () => void) {
  const [conflict, setConflict] = useState(noConflict)
  const [sendRequest, { isLoading }] = useSendRequestMutation()
  const [askDay] = useLazyFreeDayQuery()
  const [isChecking, setChecking] = useState(false)
  const key = useIdempotencyKey()
  const store = useStore<{ session: SessionState }>()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  /** Asks again for the days of the selection, and marks what is no longer free in them. */
  async function findTaken(selection: Selection): Promise<Selection> {
    const dates = [...new Set(selection.map(({ startMs }) => localOf(startMs, zone).date))]
    const days = await Promise.all(
      dates.map(async (date) => {
        const slots = await askDay({ caregiverId, date, timezone: zone }).unwrap()
        return [date, slots.map(intervalOf)] as const
      }),
    )
    const freeByDate = new Map(days)
    return takenOf(selection, (date) => freeByDate.get(date) ?? [], zone)
  }

  async function meetConflict(error: unknown, selection: Selection) {
    const answer = conflictAnswer.safeParse((error as { data?: unknown }).data)
    setChecking(true)
    const taken = await findTaken(selection).catch(() => [])
    setChecking(false)
    setConflict({ taken, alternatives: answer.data?.alternatives ?? [] })
  }

  async function send(selection: Selection) {
    const body = requestBody.safeParse(requestBodyOf(caregiverId, zone, selection))
    if (!body.success) {
      toast.error(body.error.issues[0]?.message ?? 'Please select at least one window')
      return
    }
    try {
      await sendRequest({ body: body.data, key: key.current(body.data) }).unwrap()
    } catch (error) {
      // A session that has ended takes its calls with it: then there may be no 401 to see.
      if (statusOf(error) === 401 || !selectSession(store.getState()).token) {
        toast.error('Please log in to send a request')
        navigate(loginPath(pathname + search))
        return
      }
      toast.error(messageOf(error, 'Failed to send request'))
      if (statusOf(error) === 409) await meetConflict(error, selection)
      return
    }
    key.renew()
    sent()
    toast.success('Request sent to caregiver')
    navigate(paths.requests)
  }

  return { send, isSending: isLoading || isChecking, conflict }
}
