import { useAction } from '../../lib/forms/use-action.ts'
import { useMarkAllReadMutation } from './notifications-api.ts'

export function MarkAllRead() {
  const [markAllRead] = useMarkAllReadMutation()
  const { run, isPending } = useAction<void, null>({
    send: () => markAllRead().unwrap(),
    failure: 'Failed to mark all as read',
  })
  return (
    <button
      type="button"
      aria-disabled={isPending}
      onClick={() => void run()}
      className="min-h-11 rounded-control px-2 font-medium text-forest hover:bg-sand"
    >
      {isPending ? 'Marking…' : 'Mark all read'}
    </button>
  )
}
