import { type Meeting, meetingAnswerBody } from '@tendwell/contract/bookings/meetings'
import { useState } from 'react'
import { z } from 'zod'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useAnswerMeetingMutation } from '../../../shared/visits/meetings-api.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import {
  type ChosenReason,
  NO_REASON,
  RejectReasonSelect,
  toReason,
} from '../requests/reject-reason-select.tsx'
import { useMeetingAnswer } from './use-meeting-answer.ts'

interface AnswerMeetingProps {
  meeting: Meeting
  /** Whether the caregiver is listed. Others can only decline. */
  canAccept: boolean
}

/** The caregiver accepts, which for a video call takes a link, or declines. */
export function AnswerMeeting({ meeting, canAccept }: AnswerMeetingProps) {
  const [asking, setAsking] = useState<'link' | 'reason' | null>(null)
  const [reason, setReason] = useState<ChosenReason>(NO_REASON)
  const { answer, isPending } = useMeetingAnswer(meeting, () => setAsking(null))
  const { caretaker_name: name } = meeting
  const accept = () => (meeting.way === 'video' ? setAsking('link') : void answer({ status: 'accepted' }))
  return (
    <>
      <Button variant="secondary" onPress={() => setAsking('reason')} isDisabled={isPending}>
        Decline
      </Button>
      {canAccept && (
        <Button onPress={accept} isPending={isPending && asking === null}>
          Accept
        </Button>
      )}
      <ConfirmDialog
        isOpen={asking === 'reason'}
        onClose={() => setAsking(null)}
        title="Decline this meeting?"
        consequence={`We’ll let ${name} know, and the time is free again. You can’t undo this.`}
        confirmLabel="Decline meeting"
        pendingLabel="Declining…"
        isPending={isPending}
        onConfirm={() => answer({ status: 'declined', ...toReason(reason) })}
      >
        <RejectReasonSelect name={name} value={reason} onChange={setReason} />
      </ConfirmDialog>
      {asking === 'link' && <VideoLinkDialog meeting={meeting} onClose={() => setAsking(null)} />}
    </>
  )
}

const linkForm = z.object({
  video_link: meetingAnswerBody.shape.video_link.unwrap().refine((link) => link !== '', {
    error: 'Add the link of the video call',
  }),
})

function VideoLinkDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const form = useZodForm(linkForm, { defaultValues: { video_link: meeting.video_link } })
  const [answerMeeting] = useAnswerMeetingMutation()
  const submission = useSubmit(form, {
    send: (body) => answerMeeting({ id: meeting.id, answer: { status: 'accepted', ...body } }).unwrap(),
    success: 'Meeting accepted',
    failure: 'Failed to update meeting',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Where do you meet?"
      lead={`${meeting.caretaker_name} joins the call with this link. We keep it for your next meeting.`}
      submission={submission}
      submitLabel="Accept meeting"
      pendingLabel="Accepting…"
    >
      <Field form={form} name="video_link">
        {(field) => (
          <TextField
            label="Video link"
            hint="From the app you use for video calls. It begins with https://"
            {...field}
          />
        )}
      </Field>
    </FormDialog>
  )
}
