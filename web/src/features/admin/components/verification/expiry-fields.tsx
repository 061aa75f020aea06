import type { DocumentKind } from '@tendwell/contract/admin-documents'
import { addDays } from '@tendwell/contract/time'
import { localDateSchema } from '@tendwell/contract/wire'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Field, useZodForm } from '../../../../lib/form.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { DateField } from '../../../../ui/date-field.tsx'
import { utcToday } from '../../date-range.ts'

const expiryForm = z
  .object({ expires_on: localDateSchema.nullable(), never_expires: z.boolean() })
  .refine(({ expires_on: date }) => date === null || date > utcToday(), {
    path: ['expires_on'],
    error: 'This document has expired. Ask for a new one.',
  })
/** A government ID needs a date, unless it has none. */
const idExpiryForm = expiryForm.refine(
  ({ expires_on: date, never_expires: isEndless }) => date !== null || isEndless,
  { path: ['expires_on'], error: 'Enter the expiration date, or check the box below.' },
)

type Expiry = z.input<typeof expiryForm>
export const noExpiry: Expiry = { expires_on: null, never_expires: false }

/** What was typed for each file, by its id. */
export type ExpiryDrafts = Map<string, Expiry>

/** The form for the expiry of a file. What was typed is kept in `drafts` while another document is shown. */
export function useExpiryForm(kind: DocumentKind, fileId: string, drafts: ExpiryDrafts) {
  const form = useZodForm(kind === 'certificate' ? expiryForm : idExpiryForm, {
    defaultValues: drafts.get(fileId) ?? noExpiry,
  })
  const { getValues } = form
  useEffect(() => () => void drafts.set(fileId, getValues()), [drafts, fileId, getValues])
  return form
}

interface ExpiryFieldsProps {
  form: ReturnType<typeof useExpiryForm>
  kind: DocumentKind
}

/** The day on which a document expires, or that an ID has none. */
export function ExpiryFields({ form, kind }: ExpiryFieldsProps) {
  const isId = kind !== 'certificate'
  const isEndless = useWatch({ control: form.control, name: 'never_expires' })
  return (
    <div className="w-full sm:w-64">
      <Field form={form} name="expires_on">
        {({ value, onChange, ...field }) => (
          <DateField
            label="Expires on"
            isRequired={isId && !isEndless}
            isDisabled={isEndless}
            hint={isId ? 'As printed on the document.' : 'As printed on the document, if it has a date.'}
            minDay={addDays(utcToday(), 1)}
            {...field}
            value={value ?? ''}
            onChange={(day) => onChange(day || null)}
          />
        )}
      </Field>
      {isId && (
        <Field form={form} name="never_expires">
          {({ error, onChange, ref, ...field }) => (
            <Checkbox
              {...field}
              onChange={(isOn) => {
                onChange(isOn)
                if (isOn) form.setValue('expires_on', null)
                form.clearErrors('expires_on')
              }}
            >
              This ID has no expiration date
            </Checkbox>
          )}
        </Field>
      )}
    </div>
  )
}
