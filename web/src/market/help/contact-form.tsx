import { NAME_MAXIMUM } from '@tendwell/contract/people/names'
import {
  CONTACT_MESSAGE_MAXIMUM,
  CONTACT_SUBJECT_MAXIMUM,
  contactBody,
} from '@tendwell/contract/people/support'
import { useDraft } from '../../lib/forms/draft.ts'
import { clearSent, Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useContactSupportMutation } from './support-api.ts'

interface ContactFormProps {
  /** The logged-in user, to prefill the form. */
  sender: { name: string; email: string }
  onSent: (email: string) => void
}

export function ContactForm({ sender, onSent }: ContactFormProps) {
  const form = useZodForm(contactBody, { defaultValues: { ...sender, subject: '', message: '' } })
  useDraft(form, `contact.${sender.email}`, ['name', 'email', 'subject', 'message'])
  const [contactSupport] = useContactSupportMutation()

  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => contactSupport(body).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to send your message',
    onSuccess: (_answer, { email }, sent) => {
      if (clearSent(form, sent)) onSent(email)
    },
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field form={form} name="name">
          {(field) => <TextField label="Name" autoComplete="name" maxLength={NAME_MAXIMUM} {...field} />}
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
      <FormError message={formError} />
      <Button type="submit" size="large" className="sm:self-start" isPending={isPending}>
        {isPending ? 'Sending…' : 'Send Message'}
      </Button>
    </form>
  )
}
