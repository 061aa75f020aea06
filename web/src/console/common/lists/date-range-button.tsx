import { addDays } from '@tendwell/contract/time'
import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import {
  analyticsRangeSchema,
  anyDate,
  type DateRange,
  dateRangeSchema,
  formatRange,
  utcToday,
} from './date-range.ts'

interface DateRangeButtonProps {
  /** The filtered dates: 'Joined', 'Submitted'. */
  label: string
  value: DateRange
  onChange: (value: DateRange) => void
  /** The button's text while no date is set: 'Any date'. */
  emptyLabel: string
  /** Analytics limits its dates. */
  use?: 'list' | 'analytics'
}

/** Shows the dates of a filter and opens a dialog to change them. */
export function DateRangeButton({ label, value, onChange, emptyLabel, use = 'list' }: DateRangeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const text = formatRange(value, emptyLabel)
  const choose = (range: DateRange) => {
    onChange(range)
    setOpen(false)
  }
  return (
    <>
      <Button
        variant="secondary"
        icon={<CalendarDays className="size-4 text-ink-soft" />}
        onPress={() => setOpen(true)}
        aria-label={`${label}: ${text}`}
      >
        {text}
      </Button>
      {isOpen && (
        <DateRangeDialog
          label={label}
          value={value}
          emptyLabel={emptyLabel}
          use={use}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface DateRangeDialogProps extends Required<Omit<DateRangeButtonProps, 'onChange'>> {
  onChoose: (range: DateRange) => void
  onClose: () => void
}

function DateRangeDialog({ label, value, emptyLabel, use, onChoose, onClose }: DateRangeDialogProps) {
  const schema = use === 'analytics' ? analyticsRangeSchema(utcToday()) : dateRangeSchema
  const form = useZodForm(schema, { defaultValues: value })
  const formId = useId()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={label}
      lead="Dates are in UTC and include the first and last day."
      actions={
        <>
          <Button variant="secondary" onPress={() => onChoose(anyDate)}>
            {emptyLabel}
          </Button>
          <Button type="submit" form={formId}>
            Apply
          </Button>
        </>
      }
    >
      <ul className="flex flex-wrap gap-2">
        {presets()
          .filter(({ name }) => name !== emptyLabel)
          .map(({ name, range }) => (
            <li key={name}>
              <Button variant="secondary" size="small" onPress={() => onChoose(range)}>
                {name}
              </Button>
            </li>
          ))}
      </ul>
      <form
        id={formId}
        noValidate
        onSubmit={form.handleSubmit(onChoose)}
        className="grid gap-4 sm:grid-cols-2"
      >
        <Field form={form} name="from">
          {(field) => <DateField label="From" {...field} />}
        </Field>
        <Field form={form} name="to">
          {(field) => (
            <DateField
              label="To"
              hint={use === 'analytics' ? 'Leave blank for today.' : undefined}
              {...field}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

function presets(): { name: string; range: DateRange }[] {
  const to = utcToday()
  const last = (days: number) => ({ name: `Last ${days} days`, range: { from: addDays(to, 1 - days), to } })
  return [last(7), last(30), last(90), { name: 'This year', range: { from: `${to.slice(0, 4)}-01-01`, to } }]
}
