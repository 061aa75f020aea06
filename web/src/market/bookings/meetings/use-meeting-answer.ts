import type { Meeting, MeetingAnswer } from '@tendwell/contract/bookings/meetings'
import { isOutdated } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useAnswerMeetingMutation } from '../../../shared/visits/meetings-api.ts'

/** Accepts, declines or cancels a meeting. @param close closes the dialog that asked; also once it is too late */
export function useMeetingAnswer({ id }: Meeting, close: () => void) {
  const [answerMeeting] = useAnswerMeetingMutation()
  const { run: answer, isPending } = useAction({
    send: (body: MeetingAnswer) => answerMeeting({ id, answer: body }).unwrap(),
    success: ({ status }) => `Meeting ${status}`,
    failure: 'Failed to update meeting',
    onSuccess: close,
    onFailure: (error) => {
      if (isOutdated(error)) close()
    },
  })
  return { answer, isPending }
}
