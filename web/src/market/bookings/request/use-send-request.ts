import { requestBody, slotAlternative } from '@tendwell/contract/bookings/bookings'
import type { VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import type { Interval } from '@tendwell/contract/time'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { createPath, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { getErrorBody, getErrorMessage, getErrorStatus, getFieldErrors } from '../../../lib/errors.ts'
import { toInterval } from '../../../lib/format/instants.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { type SessionState, selectSession } from '../../../lib/session/session.ts'
import { toast } from '../../../lib/toast.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { loginPath } from '../../../shared/routes/return-to.ts'
import { type Selection, toRequestBody } from '../../../shared/visits/selection.ts'
import { useSendBackupRequestMutation, useSendRequestMutation } from '../bookings-api.ts'

const hoursTaken = z.object({ alternatives: z.array(slotAlternative) })

/** Who wasn't asked and why is more to read than other messages. */
const REFUSALS_SHOWN_MS = 8_000

interface Refusal {
  selection: Selection
  /** What is wrong with these hours, if anything. */
  hoursError: string | undefined
  alternatives: readonly Interval[]
}

interface SendOptions {
  caregiverId: number
  zone: string
  selection: Selection
  visit: VisitDetailsBody
  /** Who is asked for the same hours as well, once the request is sent. */
  others: readonly PublicCaregiver[]
  /** Checks which of the chosen hours are no longer free. */
  check: () => Promise<void>
  onSent: () => void
  /** The request was refused, perhaps for what it says about the visit. */
  onRefused: (errors: Record<string, string>) => void
}

/**
 * Sends the chosen hours, also to others if there are some. `hoursError` is what is wrong with this selection, and
 * `alternatives` are the free hours that the server offers when it refuses it.
 */
export function useSendRequest(options: SendOptions) {
  const { caregiverId, zone, selection, visit, others, check, onSent, onRefused } = options
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [sendRequest] = useSendRequestMutation()
  const [sendBackupRequest] = useSendBackupRequestMutation()
  const store = useStore<{ session: SessionState }>()
  const navigate = useNavigate()
  const location = useLocation()
  // When the session has ended, the call may fail without a 401.
  const isLoggedOut = (error: unknown) =>
    getErrorStatus(error) === 401 || !selectSession(store.getState()).token

  /** Asks the others one after the other. @returns for each who can't be asked, who and why */
  async function askOthers(requestId: number, key: string): Promise<string[]> {
    const refusals: string[] = []
    for (const { id, full_name: name } of others) {
      await sendBackupRequest({ requestId, caregiverId: id, key: `${key}-${id}` })
        .unwrap()
        .catch((error) => {
          refusals.push(`${name} wasn’t asked: ${getErrorMessage(error, 'Failed to send request')}`)
        })
    }
    return refusals
  }

  const { run, isPending } = useAction({
    send: async (body: z.infer<typeof requestBody>, key) => {
      const { id } = await sendRequest({ body, key }).unwrap()
      return askOthers(id, key)
    },
    failure: (error) =>
      isLoggedOut(error)
        ? 'Please log in to send a request'
        : getErrorMessage(error, 'Failed to send request'),
    onSuccess: (refusals) => {
      const sentCount = 1 + others.length - refusals.length
      const sent = sentCount > 1 ? `Request sent to ${sentCount} caregivers` : 'Request sent to caregiver'
      if (refusals.length === 0) toast.success(sent)
      else toast.error([sent, ...refusals].join('. '), { duration: REFUSALS_SHOWN_MS })
      onSent()
      navigate(paths.requests)
    },
    onFailure: async (error) => {
      if (isLoggedOut(error)) {
        navigate(loginPath(createPath(location)))
        return
      }
      if (getErrorStatus(error) !== 409 && getErrorStatus(error) !== 400) return
      const { data } = hoursTaken.safeParse(getErrorBody(error))
      refuse(getFieldErrors(error), data?.alternatives.map(toInterval))
      await check().catch(() => undefined)
    },
  })

  function refuse(errors: Record<string, string>, alternatives: readonly Interval[] = []) {
    setRefusal({ selection, hoursError: errors.windows, alternatives })
    onRefused(errors)
  }

  const send = (insteadOf: number | undefined) => {
    const { data: body, error } = requestBody.safeParse({
      ...toRequestBody(caregiverId, zone, selection),
      instead_of: insteadOf,
      ...visit,
    })
    if (body) {
      void run(body)
      return
    }
    refuse(Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message])))
    toast.error(error.issues[0]?.message ?? 'Please select at least one window')
  }
  const current = refusal?.selection === selection ? refusal : null
  return { send, isPending, hoursError: current?.hoursError, alternatives: current?.alternatives ?? [] }
}
