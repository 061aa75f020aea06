import {
  MEETING_NOTE_MAXIMUM,
  MEETING_PLACE_MAXIMUM,
  MEETING_WAY_LABELS,
  MEETING_WAYS,
} from '@tendwell/contract/bookings/meetings'
import { toFirstName } from '@tendwell/contract/people/first-name'
import { PHONE_MAXIMUM, phoneSchema } from '@tendwell/contract/profiles/phones'
import type { CaregiverDetail } from '@tendwell/contract/profiles/profiles'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { isOutdated } from '../../../lib/errors.ts'
import { getBrowserZone } from '../../../lib/format/format.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import {
  useOwnCaretakerProfileQuery,
  useSaveCaretakerProfileMutation,
} from '../../../shared/people/own-profile-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { useAskMeetingMutation } from '../../../shared/visits/meetings-api.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ChooseTime } from './choose-time.tsx'

const meetForm = z
  .object({
    minutes: z.enum(['15', '30']),
    way: z.enum(MEETING_WAYS),
    start_utc: z.string().min(1, { error: 'Choose a time' }),
    place: z.string().trim(),
    note: z.string().trim(),
    phone_number: phoneSchema,
  })
  .refine(({ way, place }) => way !== 'in_person' || place !== '', {
    path: ['place'],
    error: 'Enter where to meet',
  })

/** Of a family whose profile has no number. */
const meetFormWithNumber = meetForm.refine(
  ({ way, phone_number }) => way !== 'phone' || phone_number !== '',
  {
    path: ['phone_number'],
    error: 'Enter your phone number',
  },
)

/**
 * A family asks a caregiver for a free meeting: how long, how, when, and what it wants to say. For a phone call it gives its
 * number here if its profile has none, which keeps it.
 */
export function MeetDialog({ caregiver, onClose }: { caregiver: CaregiverDetail; onClose: () => void }) {
  const zone = getBrowserZone()
  const firstName = toFirstName(caregiver.full_name)
  const navigate = useNavigate()
  const [askMeeting] = useAskMeetingMutation()
  const [saveProfile] = useSaveCaretakerProfileMutation()
  const lacksNumber = useOwnCaretakerProfileQuery().currentData?.phone_number === ''
  const form = useZodForm(lacksNumber ? meetFormWithNumber : meetForm, {
    defaultValues: { minutes: '30', way: 'video', start_utc: '', place: '', note: '', phone_number: '' },
  })
  const [minutes, way] = useWatch({ control: form.control, name: ['minutes', 'way'] })
  const submission = useSubmit(form, {
    send: async ({ minutes, phone_number, ...body }, key) => {
      if (body.way === 'phone' && lacksNumber) await saveProfile({ phone_number }).unwrap()
      return askMeeting({
        body: { ...body, caregiver_id: caregiver.id, minutes: minutes === '15' ? 15 : 30, timezone: zone },
        key,
      }).unwrap()
    },
    success: `We’ve asked ${firstName} to meet you`,
    failure: 'Failed to ask for a meeting',
    onSuccess: () => void navigate(paths.bookingsTab('waiting')),
    // The time may have been taken.
    onFailure: (error) => {
      if (isOutdated(error)) form.setValue('start_utc', '')
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Meet ${firstName} first`}
      lead="A short talk before you book. It’s free, and commits you to nothing."
      submission={submission}
      submitLabel="Ask to meet"
      pendingLabel="Asking…"
    >
      <Field form={form} name="way">
        {(field) => (
          <RadioGroup
            label="How would you like to meet?"
            options={MEETING_WAYS.map((id) => ({ id, label: MEETING_WAY_LABELS[id], note: NOTES[id] }))}
            {...field}
          />
        )}
      </Field>
      {way === 'in_person' && (
        <Field form={form} name="place">
          {(field) => (
            <TextField
              label="Where?"
              hint="A public place is a good choice, such as a café or a park."
              maxLength={MEETING_PLACE_MAXIMUM}
              {...field}
            />
          )}
        </Field>
      )}
      {way === 'phone' && lacksNumber && (
        <Field form={form} name="phone_number">
          {(field) => (
            <TextField
              label="Your phone number"
              type="tel"
              autoComplete="tel"
              hint="We keep it in your profile. The caregiver sees it once they accept."
              maxLength={PHONE_MAXIMUM}
              {...field}
            />
          )}
        </Field>
      )}
      <Field form={form} name="minutes">
        {(field) => (
          <RadioGroup
            label="How long?"
            isRow
            options={[
              { id: '15', label: '15 minutes' },
              { id: '30', label: '30 minutes' },
            ]}
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="start_utc">
        {(field) => (
          <ChooseTime
            caregiverId={caregiver.id}
            caregiverName={firstName}
            minutes={minutes === '15' ? 15 : 30}
            zone={zone}
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="note">
        {(field) => (
          <TextArea
            label="Note"
            isRequired={false}
            hint="What would you like to talk about?"
            rows={3}
            maxLength={MEETING_NOTE_MAXIMUM}
            {...field}
          />
        )}
      </Field>
    </FormDialog>
  )
}

const NOTES = {
  video: 'The caregiver sends a link when they accept.',
  phone: 'You see each other’s number once they accept.',
  in_person: 'You choose where.',
}
