import { outsideCalendarBody } from '@tendwell/contract/calendars/outside-calendars'
import { clearSent, Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { successToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useAddOutsideCalendarMutation } from './outside-api.ts'

/**
 * Adds an outside calendar. The server reads it first, so what is wrong with the address shows on its field.
 */
export function OutsideForm() {
  const form = useZodForm(outsideCalendarBody, { defaultValues: { address: '', name: '' } })
  const [addCalendar] = useAddOutsideCalendarMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => addCalendar(body).unwrap(),
    success: ({ name }) => `${name} added`,
    failure: 'Failed to add the calendar',
    toasts: successToast,
    onSuccess: (_calendar, _body, sent) => clearSent(form, sent),
  })
  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-control bg-sand p-4 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <h3 className="font-sans font-semibold tracking-normal">Add a calendar</h3>
      <Field form={form} name="address">
        {(field) => (
          <TextField
            label="Address"
            hint="It begins with https:// or webcal://."
            autoComplete="off"
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="name">
        {({ value = '', ...field }) => (
          <TextField
            label="Name"
            isRequired={false}
            hint="For example, Family or Work."
            autoComplete="off"
            value={value}
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
      <div>
        <Button type="submit" isPending={isPending}>
          {isPending ? 'Reading the calendar…' : 'Add calendar'}
        </Button>
      </div>
    </form>
  )
}
