import { type Ref, useId } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { ErrorText, errorNoteClass } from './field.tsx'

interface ToggleGroupProps<Id extends string | number> {
  label: string
  /** `name` is the full name of a short label, for screen readers. */
  options: readonly { id: Id; label: string; name?: string }[]
  value: readonly Id[]
  onChange: (value: Id[]) => void
  error?: string | undefined
  /** How many stand in a row on a phone: 3 for longer words. */
  columns?: 3 | 4
  /** Of the first option, which takes the focus. */
  ref?: Ref<HTMLButtonElement>
}

/** A choice of any number of short options, such as the days of the week. */
export function ToggleGroup<Id extends string | number>(props: ToggleGroupProps<Id>) {
  const { label, options, value, onChange, error, columns = 4, ref } = props
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="font-semibold">
        {label}
      </span>
      <ToggleButtonGroup
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        selectionMode="multiple"
        selectedKeys={value}
        onSelectionChange={(keys) => onChange(options.map((one) => one.id).filter((one) => keys.has(one)))}
        className={`grid gap-1.5 sm:flex ${columns === 3 ? 'grid-cols-3' : 'grid-cols-4'}`}
      >
        {options.map((option, index) => (
          <ToggleButton
            key={option.id}
            id={option.id}
            {...(ref && index === 0 && { ref })}
            aria-label={option.name ?? option.label}
            className={`min-h-11 min-w-11 flex-1 cursor-pointer rounded-control border bg-paper-raised font-semibold sm:px-2 transition-colors data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-forest data-hovered:border-forest data-selected:border-forest data-selected:bg-forest data-selected:text-on-forest ${error ? 'border-clay' : 'border-edge'}`}
          >
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error && (
        <span id={`${id}-error`} className={errorNoteClass}>
          <ErrorText>{error}</ErrorText>
        </span>
      )}
    </div>
  )
}
