import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { toast } from '../toast.ts'
import { showServerErrors } from './form.tsx'
import { type Action, useAction } from './use-action.ts'

interface Submission<Values extends FieldValues, Output, Result>
  extends Omit<Action<Output, Result>, 'failure' | 'onSuccess'> {
  /** The toast after a failure, as for an action. A form without such toasts shows the text itself. */
  failure: NonNullable<Action<Output, Result>['failure']>
  /** `sent` are the values of the fields, for `keepTyped` and `clearSent`. */
  onSuccess?: (result: Result, body: Output, sent: Values) => void
  /** Runs before the first invalid field is focused. May return the text of the toast. */
  onInvalid?: (errors: FieldErrors<Values>) => string | undefined
  /** The form's names of fields that have other names on the server: `{ start_utc: 'first' }`. */
  fieldNames?: Record<string, FieldPath<Values>>
}

/**
 * Sends a form: validates it, makes one call at a time, puts the server's messages on the fields and shows a
 * toast with the result. `<FormError message={formError} />` shows errors that belong to no field, unless the
 * toast says the same.
 */
export function useSubmit<Values extends FieldValues, Output, Result>(
  form: UseFormReturn<Values, unknown, Output>,
  submission: Submission<Values, Output, Result>,
) {
  const { send, failure, onSuccess, onFailure, onInvalid, fieldNames, toasts = toast, ...action } = submission
  const { run, isPending } = useAction<{ body: Output; sent: Values }, Result>({
    ...action,
    failure,
    toasts,
    send: ({ body }, key) => send(body, key),
    onSuccess: (result, { body, sent }) => onSuccess?.(result, body, sent),
    onFailure: (error, toasted) => {
      const fallback = typeof failure === 'string' ? failure : failure(error)
      showServerErrors(form, error, { fallback, toasted, names: fieldNames })
      return onFailure?.(error, toasted)
    },
  })
  const submit = form.handleSubmit(
    async (body) => {
      // A copy, because a form changes its lists in place.
      await run({ body, sent: structuredClone(form.getValues()) })
    },
    (errors) => void toasts.error(onInvalid?.(errors) ?? 'Please fix the highlighted fields'),
  )
  return { submit, isPending, formError: form.formState.errors.root?.server?.message }
}
