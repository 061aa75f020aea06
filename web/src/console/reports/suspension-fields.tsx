import { type ReportRecord, SUSPENSION_MAXIMUM_DAYS } from '@tendwell/contract/console/reports'
import { addDays } from '@tendwell/contract/time'
import { useWatch } from 'react-hook-form'
import { Field } from '../../lib/forms/form.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { useDeactivationPreviewQuery } from '../common/decisions/decisions-api.ts'
import { RemovalConsequences } from '../common/decisions/removal-consequences.tsx'
import { utcToday } from '../common/lists/date-range.ts'
import type { ActForm } from './act-form.ts'

const getSuspensionDays = () => ({
  minDay: addDays(utcToday(), 1),
  maxDay: addDays(utcToday(), SUSPENSION_MAXIMUM_DAYS),
})

/** Whether a suspension can end on this day. */
export function isSuspensionDay(day: string): boolean {
  const { minDay, maxDay } = getSuspensionDays()
  return day >= minDay && day <= maxDay
}

/**
 * The day on which a suspension ends, and the bookings that begin before. Its field exists without a
 * suspension too, so that its errors take the focus before those of the fields below.
 */
export function SuspensionFields({ form, report }: { form: ActForm; report: ReportRecord }) {
  const names = ['suspend', 'suspended_until', 'refund'] as const
  const [isSuspension, until, refund] = useWatch({ control: form.control, name: names })
  const { minDay, maxDay } = getSuspensionDays()
  const isValid = isSuspension && isSuspensionDay(until)
  const ahead = useDeactivationPreviewQuery(
    { id: report.reported.id, until },
    { skip: !isValid, refetchOnMountOrArgChange: true },
  )
  return (
    <>
      <Field form={form} name="suspended_until">
        {(field) =>
          isSuspension && (
            <DateField
              label="Active again on *"
              hint="The suspension ends at midnight UTC. Bookings that start before then are canceled."
              minDay={minDay}
              maxDay={maxDay}
              {...field}
            />
          )
        }
      </Field>
      {isValid && (
        <RemovalConsequences
          ahead={ahead}
          isFamily={report.reported.role === 'caretaker'}
          refund={refund}
          onRefund={(chosen) => form.setValue('refund', chosen)}
        />
      )}
    </>
  )
}
