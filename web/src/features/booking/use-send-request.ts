import { requestBody, slotAlternative } from '@tendwell/contract/bookings'
import type { Interval } from '@tendwell/contract/time'
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
import { useSendRequestMutation } from './api.ts'
import { intervalOf, requestBodyOf, type Selection } from './selection.ts'

const conflictAnswer = z.object({ alternatives: z.array(slotAlternative) })

interface SendOptions {
  caregiverId: number
  zone: string
  selection: Selection
  /** Finds out which of the chosen hours are no longer free. */
  check: () => Promise<void>
  sent: () => void
}

/**
 * Sends the chosen hours; where they are refused, `alternatives` are the free ones that the server offers instead of
 * these very hours: none any more once others are chosen.
 */
export function useSendRequest({ caregiverId, zone, selection, check, sent }: SendOptions) {
  const [refused, setRefused] = useState<{ selection: Selection; alternatives: readonly Interval[] } | null>(
    null,
  )
  const [sendRequest, { isLoading }] = useSendRequestMutation()
  const [isChecking, setChecking] = useState(false)
  const key = useIdempotencyKey()
  const store = useStore<{ session: SessionState }>()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  async function meetRefusal(error: unknown) {
    const answer = conflictAnswer.safeParse((error as { data?: unknown }).data)
    setRefused({ selection, alternatives: answer.data?.alternatives.map(intervalOf) ?? [] })
    setChecking(true)
    await check().catch(() => undefined)
    setChecking(false)
  }

  async function send() {
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
      if (statusOf(error) === 409 || statusOf(error) === 400) await meetRefusal(error)
      return
    }
    key.renew()
    sent()
    toast.success('Request sent to caregiver')
    navigate(paths.requests)
  }

  const alternatives = refused?.selection === selection ? refused.alternatives : []
  return { send, isSending: isLoading || isChecking, alternatives }
}
