import { useState } from 'react'
import { useExternalRedirect } from '../../../lib/address/use-external-redirect.ts'
import { getErrorMessage, getErrorStatus } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useStartCheckoutMutation } from './payments-api.ts'

export interface PayFailure {
  message: string
  /** The server refused, so that trying again may not help. */
  isRefused: boolean
}

/** Opens the provider's card page. Stays pending until the browser has left. */
export function usePay(requestId: number) {
  const [startCheckout] = useStartCheckoutMutation()
  const { isRedirecting, redirectTo } = useExternalRedirect()
  const [failure, setFailure] = useState<PayFailure | null>(null)
  const { run, isPending } = useAction({
    send: (id: number, key) => startCheckout({ requestId: id, key }).unwrap(),
    onSuccess: ({ checkout_url: url }) => {
      if (url) redirectTo(url)
      else setFailure({ message: 'No checkout URL returned', isRefused: false })
    },
    onFailure: (error) => {
      const isRefused = [403, 404, 409].includes(getErrorStatus(error) ?? 0)
      setFailure({ message: getErrorMessage(error, 'Failed to confirm booking'), isRefused })
    },
  })
  const pay = () => {
    setFailure(null)
    void run(requestId)
  }
  return { pay, isPending: isPending || isRedirecting, failure }
}
