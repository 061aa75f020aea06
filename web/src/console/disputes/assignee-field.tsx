import type { DisputeRecord } from '@tendwell/contract/console/disputes'
import { useRef } from 'react'
import { useAction } from '../../lib/forms/use-action.ts'
import { useSession } from '../../lib/session/session.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { RetryNote } from '../../ui/retry-note.tsx'
import { Select } from '../../ui/select.tsx'
import { useAssignDisputeMutation, useDisputeStaffQuery } from './disputes-api.ts'

const nobody = { id: 'nobody', label: 'Nobody' }

/** Who works on the dispute, to change at once. */
export function AssigneeField({ dispute: { id, assignee } }: { dispute: DisputeRecord }) {
  const { user } = useSession()
  const query = useDisputeStaffQuery()
  const { currentData: staff = [] } = query
  const [assign] = useAssignDisputeMutation()
  const select = useRef<HTMLButtonElement>(null)
  const { run, isPending } = useAction({
    send: (assigneeId: number | null) => assign({ id, assignee_id: assigneeId }).unwrap(),
    success: (changed) => (changed.assignee ? `Assigned to ${changed.assignee.name}` : 'Assigned to nobody'),
    failure: 'Failed to assign the dispute',
    toasts: threeSecondToast,
    // The button to assign to oneself goes away.
    onSuccess: () => select.current?.focus(),
  })
  // Someone who has left stays shown until the dispute is given to another.
  const known = assignee && !staff.some((one) => one.id === assignee.id) ? [assignee, ...staff] : staff
  const options = known.map((one) => ({ id: String(one.id), label: one.name }))
  return (
    <div className="flex flex-col items-start gap-2">
      <Select
        ref={select}
        label="Assigned to"
        className="w-full"
        options={[nobody, ...options]}
        value={String(assignee?.id ?? nobody.id)}
        isPending={isPending}
        onChange={(chosen) => void run(chosen === nobody.id ? null : Number(chosen))}
      />
      <RetryNote query={query} failure="Failed to load the staff" />
      {user && assignee?.id !== user.id && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-3"
          isPending={isPending}
          onPress={() => void run(user.id)}
        >
          Assign to me
        </Button>
      )}
    </div>
  )
}
