import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from 'react-aria-components/Button'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { pressTarget } from './button.tsx'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { type Option, OptionList, popoverClass } from './option-list.tsx'

interface SelectProps<Id extends string> extends FieldFrame {
  options: (Option & { id: Id })[]
  /** The chosen option's id; null or '' while nothing is chosen. */
  value: Id | '' | null
  onChange: (value: Id) => void
  onBlur?: () => void
  name?: string
  placeholder?: string
  /** Hides the label except from screen readers, if the context makes it clear. */
  isLabelHidden?: boolean
  /** While a choice is sent. It can't be changed, but keeps its focus. */
  isPending?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A choice of one from a few options. For many, use a ComboBox. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, hint, error, options, value, onChange, className = '', ref, isLabelHidden, ...rest } = props
  const { isRequired, placeholder = 'Choose…', isPending = false, ...fieldProps } = rest
  return (
    <AriaSelect
      {...fieldProps}
      placeholder={placeholder}
      value={value || null}
      onChange={(key) => key !== null && onChange(String(key) as Id)}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <FieldLabel label={label} isRequired={isRequired} />}
      <Button
        ref={ref}
        render={pressTarget(isPending)}
        className={`${controlClass} flex items-center justify-between gap-2 text-left aria-disabled:opacity-50 ${error ? 'border-clay' : ''}`}
      >
        <SelectValue className="truncate data-placeholder:text-ink-soft">
          {({ selectedText }) => selectedText || placeholder}
        </SelectValue>
        <ChevronDown className="size-4 shrink-0 text-ink-soft" />
      </Button>
      <FieldNote hint={hint} error={error} />
      <Popover className={`${popoverClass} min-w-(--trigger-width) max-w-[max(var(--trigger-width),16rem)]`}>
        <OptionList items={options} />
      </Popover>
    </AriaSelect>
  )
}
