import type { OutsideCalendar } from '@tendwell/contract/calendars/outside-calendars'
import { getErrorStatus } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useRemoveOutsideCalendarMutation } from './outside-api.ts'

interface RemoveCalendarDialogProps {
  calendar: OutsideCalendar
  onClose: () => void
}

export function RemoveCalendarDialog({ calendar, onClose }: RemoveCalendarDialogProps) {
  const { id, name } = calendar
  const [removeCalendar] = useRemoveOutsideCalendarMutation()
  const { run: remove, isPending } = useAction({
    send: async (removedId: number) => {
      const { error } = await removeCalendar(removedId)
      // 404: it has already been removed, which is the wanted outcome.
      if (error && getErrorStatus(error) !== 404) throw error
    },
    success: `${name} removed`,
    failure: `Failed to remove ${name}`,
    onSuccess: onClose,
    onFailure: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove ${name}?`}
      consequence="Families will be able to book you at its busy times again. The calendar itself stays as it is."
      confirmLabel="Remove calendar"
      pendingLabel="Removing…"
      onConfirm={() => remove(id)}
      isPending={isPending}
    />
  )
}
