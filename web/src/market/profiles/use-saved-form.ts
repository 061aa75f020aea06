import { useEffect, useEffectEvent } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { keepTyped, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'

interface SavedForm<Schema extends z.ZodType<FieldValues, FieldValues>, Saved> {
  schema: Schema
  /** What is stored now. */
  saved: Saved
  toValues: (saved: Saved) => z.input<Schema>
  save: (body: z.output<Schema>) => Promise<unknown>
  success: string
  /** The toast after every failure. The form shows the server's reason. */
  failure: string
  /** Runs when the form is invalid, before the first invalid field takes the focus. */
  onInvalid?: () => void
}

/**
 * A form for stored data. Typed values survive a failed save and a refetch; untouched fields follow the
 * stored data, so that a save doesn't undo a change from another tab.
 */
export function useSavedForm<Schema extends z.ZodType<FieldValues, FieldValues>, Saved>(
  task: SavedForm<Schema, Saved>,
) {
  const { schema, saved, toValues, save, success, failure, onInvalid } = task
  const form = useZodForm(schema, { defaultValues: toValues(saved) as DefaultValues<z.input<Schema>> })
  const { isDirty } = form.formState

  const follow = useEffectEvent((stored: z.input<Schema>) => {
    if (isDirty) takeUntouched(form, stored)
    else form.reset(stored)
  })
  useEffect(() => follow(toValues(saved)), [saved, toValues])

  const submission = useSubmit(form, {
    send: save,
    success,
    failure: () => failure,
    onSuccess: (_result, _body, sent) => keepTyped(form, sent),
    onInvalid: () => void onInvalid?.(),
  })
  return { form, isDirty, ...submission }
}

/** Updates the fields that the user hasn't changed to what is stored now. */
function takeUntouched<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  stored: Values,
): void {
  const known: FieldValues = form.formState.defaultValues ?? {}
  for (const name of Object.keys(stored) as Path<Values>[]) {
    if (!isSame(form.getValues(name), known[name])) continue
    if (!isSame(stored[name], known[name])) form.resetField(name, { defaultValue: stored[name] })
  }
}

/** Texts, numbers and lists of them. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
