import { Star } from 'lucide-react'
import type { Ref } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { plural } from '../lib/format/format.ts'
import { type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'

interface StarFieldProps extends FieldFrame {
  /** 1 to 5; undefined if none is chosen. */
  value: number | undefined
  onChange: (value: number) => void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement | null>
}

const ratings = [1, 2, 3, 4, 5] as const

/** A field for a rating: five radio buttons, so that arrow keys work. */
export function StarField(props: StarFieldProps) {
  const { label, hint, error, value, onChange, isRequired, className = '', ref, ...rest } = props
  return (
    <RadioGroup
      {...rest}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(Number(next))}
      orientation="horizontal"
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex">
          {ratings.map((rating) => (
            <Radio
              key={rating}
              value={String(rating)}
              {...(ref && rating === 1 && { inputRef: ref })}
              aria-label={plural(rating, 'star')}
              className="flex size-11 cursor-pointer items-center justify-center rounded-control text-gold transition-transform data-disabled:opacity-50 data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-forest data-hovered:scale-110 data-pressed:scale-95"
            >
              <Star className={`size-7 ${rating <= (value ?? 0) ? 'fill-gold' : ''}`} strokeWidth={1.5} />
            </Radio>
          ))}
        </div>
        {value !== undefined && (
          <span aria-hidden="true" className="tabular text-ink-soft">
            {value} of {ratings.length}
          </span>
        )}
      </div>
      <FieldNote hint={hint} error={error} />
    </RadioGroup>
  )
}
