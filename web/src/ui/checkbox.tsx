import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'

interface CheckboxProps {
  value: boolean
  onChange: (value: boolean) => void
  onBlur?: () => void
  name?: string
  isDisabled?: boolean
  isIndeterminate?: boolean
  /** For a checkbox without text, as in a table's row. */
  'aria-label'?: string
  children?: ReactNode
  className?: string
}

export function Checkbox({ value, onChange, children, className = '', ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      isSelected={value}
      onChange={onChange}
      className={`group flex min-h-11 cursor-pointer items-start gap-3 py-2.5 data-disabled:opacity-50 ${className}`}
    >
      {({ isIndeterminate }) => (
        <>
          <span className="mt-px flex size-5.5 shrink-0 items-center justify-center rounded-[0.375rem] border border-edge bg-paper-raised text-on-forest transition-colors group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-forest group-data-indeterminate:border-forest group-data-indeterminate:bg-forest group-data-selected:border-forest group-data-selected:bg-forest">
            {isIndeterminate ? (
              <Minus className="size-4" />
            ) : (
              <Check className="size-4 opacity-0 group-data-selected:opacity-100" />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}
