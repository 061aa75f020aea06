import type { Ref } from 'react'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { CharacterCount, controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'

interface TextAreaProps extends FieldFrame {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  rows?: number
  /** Ends the text there, and shows a counter. */
  maxLength?: number
  autoFocus?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, isRequired, className = '', rows = 4, ref, value, ...rest } = props
  const length = value?.length ?? 0
  return (
    <AriaTextField
      {...rest}
      value={value ?? ''}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <AriaTextArea
        ref={ref}
        rows={rows}
        // The field grows with its text (`field-sizing`), which would otherwise override `rows`.
        style={{ minHeight: `${rows * 1.5 + 1.625}rem` }}
        className={`${controlClass} field-sizing-content resize-y py-3`}
      />
      <div className="flex justify-between gap-4">
        <FieldNote hint={hint} error={error} />
        {props.maxLength !== undefined && <CharacterCount length={length} limit={props.maxLength} />}
      </div>
    </AriaTextField>
  )
}
