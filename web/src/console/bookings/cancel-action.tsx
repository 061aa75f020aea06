import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { AdminCancelDialogProps } from './cancel-dialog.tsx'

const AdminCancelDialog = lazy(() => import('./cancel-dialog.tsx'))

/** The button that opens the dialog to cancel what is ahead of a booking for one of its sides. */
export function AdminCancelAction({ booking }: Pick<AdminCancelDialogProps, 'booking'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onPress={() => setOpen(true)}>
        Cancel booking
      </Button>
      {isOpen && (
        <Suspense>
          <AdminCancelDialog booking={booking} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
