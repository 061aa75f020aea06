import { CONTACT_MESSAGE_MAXIMUM, CONTACT_SUBJECT_MAXIMUM, contactBody } from '@tendwell/contract/support'
import { useDraft } from '../../../lib/draft.ts'
import { getErrorMessage } from '../../../lib/errors.ts'
import { Field, showServerErrors, useZodForm } from '../../../lib/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useContactSupportMutation } from '../api.ts'

const failed = 'Failed to send your message'

interface ContactFormProps {
  /** The logged-in user, to prefill the form. */
  sender: { name: string; email: string }
  onSent: (email: string) => void
}

export function ContactForm({ sender, onSent }: ContactFormProps) {
  const form = useZodForm(contactBody, { defaultValues: { ...sender, subject: '', message: '' } })
  useDraft(form, `contact.${sender.email}`, ['name', 'email', 'subject', 'message'])
  const [send, { isLoading }] = useContactSupportMutation()

  const submit = form.handleSubmit(
    async (body) => {
      if (isLoading) return
      try {
        const { message } = await send(body).unwrap()
        toast.success(message)
        form.reset()
        onSent(body.email)
      } catch (error) {
        showServerErrors(form, error, failed)
        toast.error(getErrorMessage(error, failed))
      }
    },
    () => void toast.error('Please fix the highlighted fields'),
  )

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field form={form} name="name">
          {(field) => <TextField label="Name" autoComplete="name" {...field} />}
        </Field>
        <Field form={form} name="email">
          {(field) => (
            <TextField
              label="Email"
              type="email"
              autoComplete="email"
              hint="We reply to this address."
              {...field}
            />
          )}
        </Field>
      </div>
      <Field form={form} name="subject">
        {(field) => (
          <TextField
            label="Subject"
            maxLength={CONTACT_SUBJECT_MAXIMUM}
            hint="If it’s about a booking, include its number."
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="message">
        {(field) => (
          <TextArea
            label="Message"
            rows={7}
            maxLength={CONTACT_MESSAGE_MAXIMUM}
            hint="Never include a password or card number."
            {...field}
          />
        )}
      </Field>
      <FormError message={form.formState.errors.root?.server?.message} />
      <Button type="submit" size="large" className="sm:self-start" isPending={isLoading}>
        {isLoading ? 'Sending…' : 'Send Message'}
      </Button>
    </form>
  )
}
