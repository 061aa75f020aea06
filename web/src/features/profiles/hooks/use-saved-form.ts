import { useEffect, useEffectEvent } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { isOffline } from '../../../lib/errors.ts'
import { keepTyped, showServerErrors, useZodForm } from '../../../lib/form.tsx'
import { toast } from '../../../ui/toast.ts'

interface SavedForm<Schema extends z.ZodType<FieldValues, FieldValues>, Saved> {
  schema: Schema
  /** What is stored now. */
  saved: Saved
  toValues: (saved: Saved) => z.input<Schema>
  save: (body: z.output<Schema>) => Promise<unknown>
  words: { done: string; failed: string }
  /** Runs when the form is invalid, before the first invalid field takes the focus. */
  onInvalid?: () => void
}

/**
 * A form for stored data. Typed values survive a failed save and a refetch; untouched fields follow the stored data, so
 * that a save doesn't undo a change from another tab.
 */
export function useSavedForm<Schema extends z.ZodType<FieldValues, FieldValues>, Saved>(
  task: SavedForm<Schema, Saved>,
) {
  const { schema, saved, toValues, save, words, onInvalid } = task
  const form = useZodForm(schema, { defaultValues: toValues(saved) as DefaultValues<z.input<Schema>> })
  const { isDirty, isSubmitting } = form.formState

  const follow = useEffectEvent((stored: z.input<Schema>) => {
    if (isDirty) takeUntouched(form, stored)
    else form.reset(stored)
  })
  useEffect(() => follow(toValues(saved)), [saved, toValues])

  const submit = form.handleSubmit(
    async (body) => {
      if (isSubmitting) return
      const sent = form.getValues()
      try {
        await save(body)
        keepTyped(form, sent)
        toast.success(words.done)
      } catch (error) {
        const hint = isOffline(error)
          ? 'We couldn’t reach the server. Your changes are still here.'
          : words.failed
        showServerErrors(form, error, hint)
        toast.error(words.failed)
      }
    },
    () => {
      onInvalid?.()
      toast.error('Please fix the highlighted fields')
    },
  )
  return { form, submit, isSaving: isSubmitting, isDirty }
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
