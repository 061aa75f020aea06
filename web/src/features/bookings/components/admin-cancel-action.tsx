import type { AdminRequest } from '@tendwell/contract/admin'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

/** What the dialog shows of a request. */
export type CancelableRequest = Pick<
  AdminRequest,
  'id' | 'caregiver_name' | 'caretaker_name' | 'has_visits_ahead'
>

const AdminCancelDialog = lazy(() => import('./admin-cancel-dialog.tsx'))

/** The button that opens the dialog to cancel what is ahead of a booking for one of its sides. */
export function AdminCancelAction({ request }: { request: CancelableRequest }) {
  const [isOpen, setOpen] = useState(false)
  if (!request.has_visits_ahead) return null
  const { caregiver_name: caregiver, caretaker_name: family } = request
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Cancel booking of ${caregiver} for ${family}`}
        onPress={() => setOpen(true)}
      >
        <span>
          Cancel<span className="hidden cards:inline"> booking</span>
        </span>
      </Button>
      {isOpen && (
        <Suspense>
          <AdminCancelDialog request={request} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
