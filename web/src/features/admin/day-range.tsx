import { addDays } from '@tendwell/contract/time'
import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'
import { Field, useZodForm } from '../../lib/form.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { analyticsDays, type DayRange, everyDay, listDays, rangeWords, utcToday } from './days.ts'

interface DayRangeButtonProps {
  /** What is narrowed: 'Joined', 'Submitted'. */
  label: string
  value: DayRange
  onChange: (value: DayRange) => void
  /** The button's words while nothing is chosen: 'Any date'. */
  emptyLabel: string
  /** What the days are for; those of analytics are bounded. */
  use?: 'list' | 'analytics'
}

/** A button that names the days at hand and opens the choice of others. */
export function DayRangeButton({ label, value, onChange, emptyLabel, use = 'list' }: DayRangeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const words = rangeWords(value, emptyLabel)
  const choose = (range: DayRange) => {
    onChange(range)
    setOpen(false)
  }
  return (
    <>
      <Button
        variant="secondary"
        icon={<CalendarDays className="size-4 text-ink-soft" aria-hidden="true" />}
        onPress={() => setOpen(true)}
        aria-label={`${label}: ${words}`}
      >
        {words}
      </Button>
      {isOpen && (
        <DayRangeDialog
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

interface DayRangeDialogProps extends Required<Omit<DayRangeButtonProps, 'onChange'>> {
  onChoose: (range: DayRange) => void
  onClose: () => void
}

function DayRangeDialog({ label, value, emptyLabel, use, onChoose, onClose }: DayRangeDialogProps) {
  const schema = use === 'analytics' ? analyticsDays(utcToday()) : listDays
  const form = useZodForm(schema, { defaultValues: value })
  const formId = useId()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={label}
      lead="Days of universal time, the first and the last included."
      actions={
        <>
          <Button variant="secondary" onPress={() => onChoose(everyDay)}>
            {emptyLabel}
          </Button>
          <Button type="submit" form={formId}>
            Show these days
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
            <DateField label="To" hint={use === 'analytics' ? 'Empty is today.' : undefined} {...field} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

function presets(): { name: string; range: DayRange }[] {
  const to = utcToday()
  const last = (days: number) => ({ name: `Last ${days} days`, range: { from: addDays(to, 1 - days), to } })
  return [last(7), last(30), last(90), { name: 'This year', range: { from: `${to.slice(0, 4)}-01-01`, to } }]
}
