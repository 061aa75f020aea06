import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { RefundDialogProps } from './refund-dialog.tsx'

const RefundDialog = lazy(() => import('./refund-dialog.tsx'))

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
      {isOpen && (
        <Suspense>
          <RefundDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
