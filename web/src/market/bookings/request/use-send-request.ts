import { requestBody, slotAlternative } from '@tendwell/contract/bookings/bookings'
import type { VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import type { Interval } from '@tendwell/contract/time'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { getErrorBody, getErrorMessage, getErrorStatus, getFieldErrors } from '../../../lib/errors.ts'
import { toInterval } from '../../../lib/format/instants.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { type SessionState, selectSession } from '../../../lib/session/session.ts'
import { toast } from '../../../lib/toast.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { loginPath } from '../../../shared/routes/return-to.ts'
import { type Selection, toRequestBody } from '../../../shared/visits/selection.ts'
import { useSendRequestMutation } from '../bookings-api.ts'

const hoursTaken = z.object({ alternatives: z.array(slotAlternative) })

interface Refusal {
  selection: Selection
  alternatives: readonly Interval[]
}

interface SendOptions {
  caregiverId: number
  zone: string
  selection: Selection
  visit: VisitDetailsBody
  /** Checks which of the chosen hours are no longer free. */
  check: () => Promise<void>
  onSent: () => void
  /** The request was refused, perhaps for what it says about the visit. */
  onRefused: (errors: Record<string, string>) => void
}

/**
 * Sends the chosen hours. `alternatives` are the free hours that the server offers when it refuses this
 * selection.
 */
export function useSendRequest(options: SendOptions) {
  const { caregiverId, zone, selection, visit, check, onSent, onRefused } = options
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [sendRequest] = useSendRequestMutation()
  const store = useStore<{ session: SessionState }>()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // When the session has ended, the call may fail without a 401.
  const isLoggedOut = (error: unknown) =>
    getErrorStatus(error) === 401 || !selectSession(store.getState()).token

  const { run, isPending } = useAction({
    send: (body: z.infer<typeof requestBody>, key) => sendRequest({ body, key }).unwrap(),
    success: 'Request sent to caregiver',
    failure: (error) =>
      isLoggedOut(error)
        ? 'Please log in to send a request'
        : getErrorMessage(error, 'Failed to send request'),
    onSuccess: () => {
      onSent()
      navigate(paths.requests)
    },
    onFailure: async (error) => {
      if (isLoggedOut(error)) {
        navigate(loginPath(pathname + search))
        return
      }
      if (getErrorStatus(error) !== 409 && getErrorStatus(error) !== 400) return
      onRefused(getFieldErrors(error))
      const { data } = hoursTaken.safeParse(getErrorBody(error))
      setRefusal({ selection, alternatives: data?.alternatives.map(toInterval) ?? [] })
      await check().catch(() => undefined)
    },
  })

  const send = () => {
    const { data: body, error } = requestBody.safeParse({
      ...toRequestBody(caregiverId, zone, selection),
      ...visit,
    })
    if (body) {
      void run(body)
      return
    }
    onRefused(Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message])))
    toast.error(error.issues[0]?.message ?? 'Please select at least one window')
  }
  return { send, isPending, alternatives: refusal?.selection === selection ? refusal.alternatives : [] }
}
