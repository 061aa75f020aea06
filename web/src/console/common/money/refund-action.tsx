import { useState } from 'react'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { Button } from '../../../ui/button.tsx'
import type { RefundDialogProps } from './refund-dialog.tsx'

const RefundDialog = lazyDialog(async () => (await import('./refund-dialog.tsx')).RefundDialog)

/** The button that opens the dialog to refund an amount of a booking. */
export function RefundAction(props: Omit<RefundDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Refund booking ${props.bookingId}`}
        onPress={() => setOpen(true)}
      >
        Refund
      </Button>
      {isOpen && <RefundDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
