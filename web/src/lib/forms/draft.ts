import { useLayoutEffect, useRef } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { readTabItem, writeTabItem } from '../session/tab-storage.ts'

/**
 * Keeps what is typed into a form over a reload, in this tab only, until `form.reset()`.
 * @param name identifies the form and, if needed, its user
 * @param fields text fields; never a password
 */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string,
  fields: readonly FieldPath<Values>[],
): void {
  const { setValue, subscribe } = form
  const initial = useRef({
    fields,
    blank: form.formState.defaultValues as Record<string, unknown> | undefined,
  })
  const key = `tendwell.draft.${name}`

  // Before the first paint, so that the restored text doesn't appear late.
  useLayoutEffect(() => {
    const { fields, blank } = initial.current
    const draft = getTypedTexts(readTabItem(key), fields)
    for (const [field, text] of Object.entries(draft)) {
      setValue(field as FieldPath<Values>, text as FieldPathValue<Values, FieldPath<Values>>)
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const typed = getTypedTexts(values, fields, blank)
        writeTabItem(key, Object.keys(typed).length > 0 ? typed : null)
      },
    })
  }, [key, setValue, subscribe])
}

/** The text of these fields that is neither blank nor the form's initial value. */
export function getTypedTexts(
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
