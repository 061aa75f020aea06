import { useEffect, useEffectEvent } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * For a form whose fields depend on each other: checks the fields with an error again whenever another one changes, so
 * that an error goes with what caused it. The server's errors stay until their own field changes.
 */
export function useRecheck<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): void {
  const { errors } = form.formState
  const recheck = useEffectEvent((changed: string | undefined) => {
    // A reset changes no field by name, and leaves no errors.
    if (changed === undefined) return
    const names = Object.keys(errors).filter((name) => name !== 'root' && errors[name]?.type !== 'server')
    if (names.length > 0) void form.trigger(names as FieldPath<Values>[])
  })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => recheck(name) }),
    [subscribe],
  )
}
