import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode, Ref } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useController,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import {
  describeFailure,
  getErrorMessage,
  getErrorStatus,
  getFieldErrors,
  isOffline,
  NOTHING_SENT,
} from '../errors.ts'

type FormSchema = z.ZodType<FieldValues, FieldValues>

/** A react-hook-form form checked by a contract schema; the first invalid field takes focus. */
export function useZodForm<Schema extends FormSchema>(
  schema: Schema,
  options: Omit<UseFormProps<z.input<Schema>, unknown, z.output<Schema>>, 'resolver'> & {
    defaultValues: DefaultValues<z.input<Schema>>
  },
) {
  return useForm<z.input<Schema>, unknown, z.output<Schema>>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    ...options,
    resolver: zodResolver(schema),
  })
}

/** The props that a field of `ui/` takes from its form. */
export interface FieldProps<Value> {
  name: string
  value: Value
  onChange: (value: Value) => void
  onBlur: () => void
  error: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the element differs by field; react-hook-form only focuses it
  ref: Ref<any>
}

/**
 * Connects a field of `ui/` to a form:
 * `<Field form={form} name="email">{(field) => <TextField label="Email" {...field} />}</Field>`
 */
export function Field<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  form,
  name,
  children,
}: {
  form: UseFormReturn<Values, unknown, Output>
  name: Name
  children: (field: FieldProps<FieldPathValue<Values, Name>>) => ReactNode
}) {
  const { field, fieldState } = useController({ control: form.control, name })
  return children({ ...field, error: fieldState.error?.message })
}

/** After a save: marks the sent values as saved. Values typed since then stay, and count as unsaved. */
export function keepTyped<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  sent: Values,
): void {
  form.reset(sent, { keepValues: true })
}

/**
 * Clears a form after it was sent, unless the user has typed something new since.
 * @param blank what it then contains; by default its first values
 * @returns whether it was cleared
 */
export function clearSent<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  sent: Values,
  blank?: Values,
): boolean {
  const isUntouched = JSON.stringify(form.getValues()) === JSON.stringify(sent)
  if (isUntouched) form.reset(blank)
  return isUntouched
}

interface ServerErrorTexts<Values extends FieldValues> {
  /** For a failure without a message. */
  fallback: string
  /** The text of the toast, if there is one. */
  toasted: string | undefined
  /** Of fields that the form calls by another name than the server. */
  names?: Record<string, FieldPath<Values>> | undefined
}

/**
 * Puts the messages of a failed call on the form: `{field: ["message"]}` on the fields of that name, the
 * first of which takes the focus, and anything else on `root.server`, unless a toast says it.
 */
export function showServerErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  { fallback, toasted, names = {} }: ServerErrorTexts<Values>,
): void {
  const known = form.getValues()
  let placed = false
  if (getErrorStatus(error) !== undefined) {
    for (const [serverName, message] of Object.entries(getFieldErrors(error))) {
      const name = names[serverName] ?? (serverName in known ? (serverName as FieldPath<Values>) : null)
      if (name === null) continue
      form.setError(name, { type: 'server', message }, { shouldFocus: !placed })
      placed = true
    }
  }
  if (placed || toasted?.endsWith(NOTHING_SENT)) return
  const message = isOffline(error) ? describeFailure(error) : getErrorMessage(error, fallback)
  if (message !== toasted) form.setError('root.server', { type: 'server', message })
}
