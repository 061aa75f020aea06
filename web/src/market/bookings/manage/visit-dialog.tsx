import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import { VISIT_NOTE_MAXIMUM, visitChangeBody } from '@tendwell/contract/bookings/visits'
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { COUNTRIES } from '@tendwell/contract/reference'
import { type BaseSyntheticEvent, useRef } from 'react'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import type { InnerForm } from '../../../lib/forms/inner-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { EmergencyContactFields } from '../../../shared/visits/emergency-contact-fields.tsx'
import { OptionalLegend } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useChangeVisitMutation } from '../bookings-api.ts'
import { findAddressGaps, hasPlace } from '../request/address-draft.ts'
import { ChooseChildren } from '../request/choose-children.tsx'
import { VisitAddress } from '../request/visit-address.tsx'

interface VisitDialogProps {
  booking: BookingDetail
  family: OwnCaretakerProfile
  onClose: () => void
}

/** What a family can change about the visits ahead of a paid booking. */
export function VisitDialog({ booking, family, onClose }: VisitDialogProps) {
  const form = useZodForm(completeVisitChange, { defaultValues: toValues(booking, family) })
  const { dirtyFields, isDirty, errors } = form.formState
  const newChild = useRef<InnerForm>(null)
  const ahead = booking.windows.filter(({ state }) => state === 'upcoming').length
  const isPartBehind = booking.windows.some(({ state }) => state === 'in_progress' || state === 'completed')
  const [changeVisit] = useChangeVisitMutation()
  const submission = useSubmit(form, {
    // The booking's children are copies. They stay as they are until others are chosen.
    // A country alone was filled in by the screen.
    send: ({ children, address, ...others }) => {
      const body = { ...others, address: hasPlace({ ...NO_ADDRESS, ...address }) ? address : null }
      return changeVisit({
        requestId: booking.request_id,
        body: dirtyFields.children ? { children, ...body } : body,
      }).unwrap()
    },
    success: ahead === 1 ? 'Visit changed' : 'Visits changed',
    failure: 'Failed to change the visit',
    onSuccess: onClose,
  })
  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    if (newChild.current) newChild.current.remind()
    else await submission.submit(event)
  }
  return (
    <FormDialog
      onClose={onClose}
      title={ahead === 1 ? 'Change this visit' : `Change the ${ahead} visits ahead`}
      lead={`${isPartBehind ? 'This is about what is ahead, not about visits that have begun. ' : ''}We tell ${booking.caregiver_name} what you change.`}
      submission={{ ...submission, submit }}
      submitLabel="Save"
      pendingLabel="Saving…"
    >
      <Field form={form} name="children">
        {(field) => (
          <ChooseChildren
            family={family}
            chosen={field.value ?? []}
            preselection={null}
            onChange={field.onChange}
            error={field.error}
            ref={field.ref}
            newChildRef={newChild}
          />
        )}
      </Field>
      <Field form={form} name="address">
        {(field) => (
          <fieldset>
            <OptionalLegend className="mb-3">Where?</OptionalLegend>
            <FormError message={field.error} />
            <VisitAddress
              ref={field.ref}
              address={{ ...NO_ADDRESS, ...field.value }}
              errors={{ city: errors.address?.city?.message, country: errors.address?.country?.message }}
              onChange={(address) => field.onChange(address as typeof field.value)}
            />
          </fieldset>
        )}
      </Field>
      <Field form={form} name="note">
        {(field) => (
          <TextArea
            label="Note to the caregiver"
            isRequired={false}
            rows={3}
            maxLength={VISIT_NOTE_MAXIMUM}
            {...field}
            value={field.value ?? ''}
          />
        )}
      </Field>
      <EmergencyContactFields
        renderField={(part, render) => (
          <Field form={form} name={`emergency_contact.${part}`}>
            {render}
          </Field>
        )}
      />
      <LeaveGuard isDirty={isDirty} consequence="You’ll lose your changes." />
    </FormDialog>
  )
}

/** The screen asks for the country of an address as well. */
const completeVisitChange = visitChangeBody.superRefine(({ address }, context) => {
  const { country } = findAddressGaps({ ...NO_ADDRESS, ...address })
  if (country) context.addIssue({ code: 'custom', path: ['address', 'country'], message: country })
})

const NO_ADDRESS = {
  street: '',
  apartment: '',
  neighborhood: '',
  postal_code: '',
  city: '',
  country: '',
} as const

/** The booking's children are those of the profile with the same names. */
function toValues(
  { children, note, address, emergency_contact: contact }: BookingDetail,
  family: OwnCaretakerProfile,
) {
  const names = new Set(children.map(({ name }) => name))
  return {
    children: family.children.filter(({ name }) => names.has(name)).map(({ id }) => id),
    note,
    address: {
      ...NO_ADDRESS,
      ...address,
      country: COUNTRIES.find((country) => country === (address?.country || family.country)) ?? '',
    },
    emergency_contact: contact ?? { name: '', phone: '' },
  } as const
}
