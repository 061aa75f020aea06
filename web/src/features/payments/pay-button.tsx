import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useStartCheckoutMutation } from './api.ts'

/** Leaves for the provider's card page. The button stays busy until the browser is gone. */
export function PayButton({ requestId, label }: { requestId: number; label: string }) {
  const [start] = useStartCheckoutMutation()
  const [isLeaving, setLeaving] = useState(false)

  async function pay() {
    setLeaving(true)
    try {
      const { checkout_url } = await start(requestId).unwrap()
      if (checkout_url) {
        window.location.assign(checkout_url)
        return
      }
      toast.error('No checkout URL returned')
    } catch (error) {
      toast.error(messageOf(error, 'Failed to confirm booking'))
    }
    setLeaving(false)
  }

  return (
    <Button
      size="large"
      icon={<LockKeyhole className="size-4" aria-hidden="true" />}
      isPending={isLeaving}
      onPress={pay}
    >
      {label}
    </Button>
  )
}
