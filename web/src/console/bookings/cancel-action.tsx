import { useState } from 'react'
import { lazyDialog } from '../../lib/browser/lazy-parts.tsx'
import { Button } from '../../ui/button.tsx'
import type { AdminCancelDialogProps } from './cancel-dialog.tsx'

const AdminCancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).AdminCancelDialog)

/** The button that opens the dialog to cancel what is ahead of a booking for one of its sides. */
export function AdminCancelAction({ booking }: Pick<AdminCancelDialogProps, 'booking'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onPress={() => setOpen(true)}>
        Cancel booking
      </Button>
      {isOpen && <AdminCancelDialog booking={booking} onClose={() => setOpen(false)} />}
    </>
  )
}
