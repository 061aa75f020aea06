import { useLayoutEffect, useRef } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { readTab, writeTab } from './tab-storage.ts'

/**
 * Keeps what is typed into a form over a reload, in this tab alone, until it is sent: `form.reset()` forgets it.
 * @param name of the form and, where it differs, of whose it is
 * @param fields text fields; never a password
 */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string,
  fields: readonly FieldPath<Values>[],
): void {
  const { setValue, subscribe } = form
  const kept = useRef({ fields, blank: form.formState.defaultValues as Record<string, unknown> | undefined })
  const key = `tendwell.draft.${name}`

  // Before anything is painted, so that nobody sees it come.
  useLayoutEffect(() => {
    const { fields, blank } = kept.current
    const draft = typedIn(readTab(key), fields)
    for (const [field, text] of Object.entries(draft)) {
      setValue(field as FieldPath<Values>, text as FieldPathValue<Values, FieldPath<Values>>)
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const typed = typedIn(values, fields, blank)
        writeTab(key, Object.keys(typed).length > 0 ? typed : null)
      },
    })
  }, [key, setValue, subscribe])
}

/** The text in these fields that is not blank, nor what the form begins with. */
export function typedIn(
  values: unknown,
  fields: readonly string[],
  blank: Record<string, unknown> = {},
): Record<string, string> {
  const given = typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {}
  const typed = fields.flatMap((field) => {
    const text = given[field]
    return typeof text === 'string' && text.trim() !== '' && text !== blank[field] ? [[field, text]] : []
  })
  return Object.fromEntries(typed)
}
