import { useState } from 'react'
import { messageOf, statusOf } from '../../lib/errors.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { useLeaving } from '../../lib/use-leaving.ts'
import { useStartCheckoutMutation } from './api.ts'

export interface PayFailure {
  message: string
  /** The server has refused it as things are, so that trying again may not be enough. */
  isRefused: boolean
}

/** Leaves for the provider's card page. It counts as busy until the browser is gone. */
export function usePay(requestId: number): {
  pay: () => Promise<void>
  isLeaving: boolean
  failure: PayFailure | null
} {
  const [start] = useStartCheckoutMutation()
  const [isLeaving, setLeaving] = useLeaving()
  const [failure, setFailure] = useState<PayFailure | null>(null)
  const key = useIdempotencyKey()

  async function pay() {
    setLeaving(true)
    setFailure(null)
    try {
      const { checkout_url } = await start({ requestId, key: key.current(requestId) }).unwrap()
      key.renew()
      if (checkout_url) {
        window.location.assign(checkout_url)
        return
      }
      setFailure({ message: 'No checkout URL returned', isRefused: false })
    } catch (error) {
      const status = statusOf(error)
      const isRefused = status === 409 || status === 403 || status === 404
      setFailure({ message: messageOf(error, 'Failed to confirm booking'), isRefused })
    }
    setLeaving(false)
  }

  return { pay, isLeaving, failure }
}
