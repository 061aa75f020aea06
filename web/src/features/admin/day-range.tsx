import { localDateSchema } from '@tendwell/contract/wire'
import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'
import { z } from 'zod'
import { now } from '../../lib/clock.ts'
import { Field, useZodForm } from '../../lib/form.tsx'
import { formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Days of UTC, both included; an empty one is no bound. */
export interface DayRange {
  from: string
  to: string
}

export const everyDay: DayRange = { from: '', to: '' }

const daySchema = z.union([z.literal(''), localDateSchema])
const rangeSchema = z
  .object({ from: daySchema, to: daySchema })
  .refine(({ from, to }) => from === '' || to === '' || from <= to, {
    path: ['to'],
    error: 'The range must end on or after the day it begins',
  })
  .refine(({ from, to }) => from === '' || to === '' || daysBetween(from, to) < 5 * 366, {
    path: ['from'],
    error: 'Choose at most five years',
  })

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/** A range as the server takes it: nothing for what is empty. */
export function asQuery({ from, to }: DayRange): { date_from?: string; date_to?: string } {
  return { ...(from && { date_from: from }), ...(to && { date_to: to }) }
}

/** `Nov 1, 2026 – Nov 20, 2026`; `otherwise` for no bound at all. */
export function rangeWords({ from, to }: DayRange, otherwise: string): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  if (from) return `Since ${formatDay(from)}`
  return to ? `Until ${formatDay(to)}` : otherwise
}

interface DayRangeButtonProps {
  /** What is narrowed: 'Joined', 'Submitted'. */
  label: string
  value: DayRange
  onChange: (value: DayRange) => void
  /** The button's words while nothing is chosen: 'Any date'. */
  emptyLabel: string
}

/** A button that names the days at hand and opens the choice of others. */
export function DayRangeButton({ label, value, onChange, emptyLabel }: DayRangeButtonProps) {
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
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface DayRangeDialogProps {
  label: string
  value: DayRange
  emptyLabel: string
  onChoose: (range: DayRange) => void
  onClose: () => void
}

function DayRangeDialog({ label, value, emptyLabel, onChoose, onClose }: DayRangeDialogProps) {
  const form = useZodForm(rangeSchema, { defaultValues: value })
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
          {(field) => <DateField label="To" {...field} />}
        </Field>
      </form>
    </Dialog>
  )
}

function presets(): { name: string; range: DayRange }[] {
  const daysAgo = (days: number) => new Date(now() - days * 86_400_000).toISOString().slice(0, 10)
  const to = daysAgo(0)
  const last = (days: number) => ({ name: `Last ${days} days`, range: { from: daysAgo(days - 1), to } })
  return [last(7), last(30), last(90), { name: 'This year', range: { from: `${to.slice(0, 4)}-01-01`, to } }]
}
