import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { plural } from '../lib/format/format.ts'

/** The props of every field. `error` replaces the hint. */
export interface FieldFrame {
  label: string
  hint?: ReactNode
  error?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
  className?: string
}

export { controlClass, fieldClass } from './control-style.ts'

export function FieldLabel({ label, isRequired }: { label: string; isRequired?: boolean | undefined }) {
  return (
    <Label className="flex items-baseline justify-between gap-3 font-semibold">
      {label}
      {isRequired === false && <span className="text-13 font-normal text-ink-soft">Optional</span>}
    </Label>
  )
}

/** The title of a `fieldset` that may be left empty. */
export function OptionalLegend({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <legend className={`flex w-full items-baseline justify-between gap-3 font-semibold ${className}`}>
      {children} <span className="text-13 font-normal text-ink-soft">Optional</span>
    </legend>
  )
}

export const errorNoteClass =
  'flex animate-appear items-start gap-1.5 text-13 font-medium wrap-anywhere text-clay'

/** The content of a note with `errorNoteClass`. */
export function ErrorText({ children }: { children: ReactNode }) {
  return (
    <>
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      {children}
    </>
  )
}

/**
 * The hint or error below a field. React Aria connects them by aria-describedby, the hint only if its element
 * is there from the start.
 */
export function FieldNote({ hint, error }: { hint?: ReactNode; error?: string | undefined }) {
  if (error) {
    return (
      <FieldError className={errorNoteClass}>
        <ErrorText>{error}</ErrorText>
      </FieldError>
    )
  }
  return (
    <Text slot="description" className="text-13 text-ink-soft empty:hidden">
      {hint}
    </Text>
  )
}

/** How much of a limited text is written. Screen readers hear it at the limit and beyond. */
export function CharacterCount({ length, limit }: { length: number; limit: number }) {
  const isFull = length >= limit
  return (
    <span
      className={`tabular ml-auto shrink-0 text-13 ${isFull ? 'font-semibold text-clay' : 'text-ink-soft'}`}
    >
      {length}/{limit}
      <span role="status" className="sr-only">
        {isFull &&
          (length > limit ? `${plural(length - limit, 'character')} too many` : 'No characters left')}
      </span>
    </span>
  )
}
