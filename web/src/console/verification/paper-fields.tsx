import type { DocumentKind } from '@tendwell/contract/console/documents'
import { CERTIFICATE_TITLE_MAXIMUM } from '@tendwell/contract/profiles/paper-checks'
import { addDays } from '@tendwell/contract/time'
import { localDateSchema } from '@tendwell/contract/wire'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Field, useZodForm } from '../../lib/forms/form.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { utcToday } from '../common/lists/date-range.ts'

const paperForm = z
  .object({ expires_on: localDateSchema.nullable(), never_expires: z.boolean(), title: z.string() })
  .refine(({ expires_on: date }) => date === null || date > utcToday(), {
    path: ['expires_on'],
    error: 'This document has expired. Ask for a new one.',
  })
/** A government ID needs a date, unless it has none. */
const idForm = paperForm.refine(
  ({ expires_on: date, never_expires: isEndless }) => date !== null || isEndless,
  { path: ['expires_on'], error: 'Enter the expiration date, or check the box below.' },
)

type Paper = z.input<typeof paperForm>
export const emptyPaper: Paper = { expires_on: null, never_expires: false, title: '' }

/** What was typed for each file, by its id. */
export type PaperDrafts = Map<string, Paper>

/**
 * The form for what staff read on a file: its expiry, and what a certificate is. What was typed is kept in
 * `drafts` while another document is shown.
 */
export function usePaperForm(kind: DocumentKind, fileId: string, drafts: PaperDrafts) {
  const form = useZodForm(kind === 'certificate' ? paperForm : idForm, {
    defaultValues: drafts.get(fileId) ?? emptyPaper,
  })
  const { getValues } = form
  useEffect(() => () => void drafts.set(fileId, getValues()), [drafts, fileId, getValues])
  return form
}

interface PaperFieldsProps {
  form: ReturnType<typeof usePaperForm>
  kind: DocumentKind
}

/** The day on which a document expires, or that an ID has none, and what a certificate is. */
export function PaperFields({ form, kind }: PaperFieldsProps) {
  const isId = kind !== 'certificate'
  const isEndless = useWatch({ control: form.control, name: 'never_expires' })
  return (
    <>
      {!isId && (
        <div className="w-full sm:w-64">
          <Field form={form} name="title">
            {(field) => (
              <TextField
                label="What it is"
                isRequired={false}
                hint="Families read it, as in “First Aid certificate”."
                maxLength={CERTIFICATE_TITLE_MAXIMUM}
                {...field}
              />
            )}
          </Field>
        </div>
      )}
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
    </>
  )
}
