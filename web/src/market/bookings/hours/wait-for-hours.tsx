import { BellRing } from 'lucide-react'
import { useAction } from '../../../lib/forms/use-action.ts'
import {
  useStopWaitingMutation,
  useWaitForHoursMutation,
  useWaitsQuery,
} from '../../../shared/visits/waitlist-api.ts'
import { Button } from '../../../ui/button.tsx'
import { RetryNote } from '../../../ui/retry-note.tsx'

interface WaitForHoursProps {
  caregiverId: number
  /** A full day in `zone`. */
  date: string
  zone: string
}

/** Asks to be told when hours of a booked-up day become free, or says that this was asked. */
export function WaitForHours({ caregiverId, date, zone }: WaitForHoursProps) {
  const waits = useWaitsQuery()
  const [waitForHours] = useWaitForHoursMutation()
  const [stopWaiting] = useStopWaitingMutation()
  const asked = waits.data?.find((wait) => wait.caregiver_id === caregiverId && wait.date === date)
  const { run, isPending } = useAction({
    send: async (id: number | undefined) => {
      if (id === undefined) await waitForHours({ caregiver_id: caregiverId, date, timezone: zone }).unwrap()
      else await stopWaiting(id).unwrap()
    },
    failure: asked ? 'Failed to end the wait' : 'Failed to note your wish',
  })
  if (waits.error && !waits.data)
    return <RetryNote query={waits} failure="Failed to load what you asked for" />
  return (
    <div className="flex flex-col items-center gap-2">
      <p role="status" className="font-semibold not-empty:mb-1">
        {asked && 'We’ll tell you once, as soon as hours become free.'}
      </p>
      <Button
        variant={asked ? 'quiet' : 'secondary'}
        icon={asked ? undefined : <BellRing className="size-4" />}
        isPending={isPending}
        isDisabled={!waits.data}
        onPress={() => void run(asked?.id)}
      >
        {asked ? 'Don’t tell me' : 'Tell me when hours become free'}
      </Button>
    </div>
  )
}
