import { type AdminJob, describeJob } from '@tendwell/contract/console/jobs'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useActOnJobMutation, useRetryFailedJobsMutation } from './jobs-api.ts'

/** Runs a job again at once, or drops one that has failed after a confirmation. */
export function JobButtons({
  job: { id, name, attempts, is_running: isRunning, last_error: lastError },
}: {
  job: AdminJob
}) {
  const [isConfirming, setConfirming] = useState(false)
  const [act] = useActOnJobMutation()
  const retry = useAction({
    send: () => act({ id, action: 'retry' }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to retry the job',
    toasts: threeSecondToast,
  })
  const drop = useAction({
    send: () => act({ id, action: 'drop' }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to drop the job',
    toasts: threeSecondToast,
    onSuccess: () => setConfirming(false),
  })
  return (
    <span className="flex gap-2 cards:pt-1 md:justify-end">
      <Button
        size="small"
        variant="secondary"
        icon={<RotateCcw className="size-4" />}
        onPress={() => void retry.run(undefined)}
        isPending={retry.isPending}
        isDisabled={isRunning}
        aria-label={attempts > 0 ? `Retry job ${id}` : `Run job ${id} now`}
      >
        {attempts > 0 ? 'Retry' : 'Run now'}
      </Button>
      <Button
        size="small"
        variant="secondary"
        icon={<Trash2 className="size-4 text-clay" />}
        onPress={() => setConfirming(true)}
        isDisabled={isRunning || retry.isPending || lastError === null}
        aria-label={`Drop job ${id}`}
      >
        Drop
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Drop job ${id}?`}
        consequence={`What “${describeJob(name)}” should have done won’t happen. This can’t be undone.`}
        confirmLabel="Drop job"
        pendingLabel="Dropping…"
        onConfirm={() => void drop.run(undefined)}
        isPending={drop.isPending}
      />
    </span>
  )
}

/** Runs all failed jobs again, on every page of the list. */
export function RetryAllButton() {
  const [retryAll] = useRetryFailedJobsMutation()
  const { run, isPending } = useAction({
    send: () => retryAll().unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to retry the jobs',
    toasts: threeSecondToast,
  })
  return (
    <Button
      size="small"
      variant="secondary"
      icon={<RotateCcw className="size-4" />}
      onPress={() => void run(undefined)}
      isPending={isPending}
    >
      Retry all failed jobs
    </Button>
  )
}
