import { NOTE_MAXIMUM, noteBody } from '@tendwell/contract/console/audit'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { formatInstant } from '../../../lib/format/format.ts'
import { clearSent, Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { ListBody } from '../../../ui/list-panel.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { PersonLink } from '../lists/record-links.tsx'
import { useAddNoteMutation, useNotesQuery } from './records-api.ts'

const pageSize = 5

/** Notes on a record, which only staff read. @see docs/rules/console.md#notes */
export function NotesPanel({ subject }: { subject: string }) {
  const list = usePagedQuery(
    useNotesQuery,
    { subject, page_size: pageSize },
    { pageSize, pageKey: 'notes_page' },
  )
  return (
    <Panel title="Notes" lead="Only Tendwell staff can read them.">
      <NoteForm key={subject} subject={subject} />
      <div className="mt-6">
        <ListBody
          label="Notes"
          list={list}
          failure="Failed to load notes"
          empty={<p className="text-ink-soft">No notes yet.</p>}
        >
          {(notes) => (
            <ul className="divide-y divide-line">
              {notes.map(({ id, author, text, created_at: at }) => (
                <li key={id} className="py-3 first:pt-0">
                  <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
                  <p className="mt-1 text-13 text-ink-soft">
                    <PersonLink person={author} /> · {formatInstant(at)}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </ListBody>
      </div>
    </Panel>
  )
}

function NoteForm({ subject }: { subject: string }) {
  const [addNote] = useAddNoteMutation()
  const form = useZodForm(noteBody, { defaultValues: { subject, text: '' } })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body, key) => addNote({ body, key }).unwrap(),
    success: 'Note added',
    failure: 'Failed to add the note',
    toasts: threeSecondToast,
    onSuccess: (_note, _body, sent) => clearSent(form, sent),
  })
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field form={form} name="text">
        {(field) => <TextArea label="New note" rows={2} maxLength={NOTE_MAXIMUM} {...field} />}
      </Field>
      <FormError message={formError} />
      <Button type="submit" variant="secondary" size="small" isPending={isPending} className="self-start">
        Add note
      </Button>
    </form>
  )
}
