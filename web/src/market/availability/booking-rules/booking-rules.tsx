import {
  type AvailabilitySettings,
  availabilitySettings,
  formatNotice,
  MEETING_HOURS,
  MEETING_HOURS_LABELS,
  type MeetingHours,
  MINIMUM_VISIT_MINUTES,
  NOTICE_HOURS,
} from '@tendwell/contract/availability/settings'
import { formatHours } from '../../../lib/format/format.ts'
import { Field, keepTyped, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { successToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import {
  useAvailabilitySettingsQuery,
  useChangeAvailabilitySettingsMutation,
  useOwnRulesQuery,
} from '../availability-api.ts'
import { showNotAllowed } from '../not-allowed.ts'
import { type Mark, useReportUnsaved } from '../unsaved.tsx'
import { isOnlyAtNight } from '../week/week.ts'

interface BookingRulesProps {
  mark: Mark
  canEdit: boolean
}

/** Has the height of the form. */
function RulesSkeleton() {
  return (
    <Loading label="Loading your booking rules…">
      <Skeleton className="h-126 w-full sm:h-73" />
    </Loading>
  )
}

/**
 * What a caregiver asks of all requests.
 * @see docs/rules/availability.md#minimum-notice
 * @see docs/rules/availability.md#minimum-visit
 * @see docs/rules/meetings.md#times
 */
export function BookingRules({ mark, canEdit }: BookingRulesProps) {
  const query = useAvailabilitySettingsQuery()
  return (
    <QueryPanel
      title="Booking rules"
      lead="For new requests. Those you already have stay as they are."
      query={query}
      failure="Failed to load your booking rules"
      skeleton={<RulesSkeleton />}
    >
      {(settings) =>
        canEdit ? <RulesForm settings={settings} mark={mark} /> : <RulesView settings={settings} />
      }
    </QueryPanel>
  )
}

const nameNotice = (hours: number) => (hours === 0 ? 'No notice' : formatNotice(hours))

const nameVisit = (minutes: number) => (minutes === 0 ? 'Any length' : formatHours(minutes / 60))

function RulesView({ settings }: { settings: AvailabilitySettings }) {
  return (
    <DescriptionList
      items={[
        { term: 'Minimum notice', value: nameNotice(settings.notice_hours) },
        { term: 'Shortest visit', value: nameVisit(settings.minimum_visit_minutes) },
        { term: 'First meetings', value: MEETING_HOURS_LABELS[settings.meeting_hours] },
      ]}
    />
  )
}

function RulesForm({ settings, mark }: { settings: AvailabilitySettings; mark: Mark }) {
  const form = useZodForm(availabilitySettings, { defaultValues: settings })
  const [changeSettings] = useChangeAvailabilitySettingsMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => changeSettings(body).unwrap(),
    success: 'Booking rules saved',
    failure: 'Request failed',
    toasts: successToast,
    onSuccess: (_settings, _body, sent) => keepTyped(form, sent),
    onFailure: showNotAllowed,
  })
  useReportUnsaved(mark, 'booking rules', form.formState.isDirty)
  const { data: rules = [] } = useOwnRulesQuery()
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field form={form} name="notice_hours">
          {({ value, onChange, ...field }) => (
            <Select
              label="Minimum notice"
              hint="Families can ask for hours until this long before they start."
              options={NOTICE_HOURS.map((hours) => ({ id: String(hours), label: nameNotice(hours) }))}
              value={String(value)}
              onChange={(hours) => onChange(Number(hours))}
              {...field}
            />
          )}
        </Field>
        <Field form={form} name="minimum_visit_minutes">
          {({ value, onChange, ...field }) => (
            <Select
              label="Shortest visit"
              hint="Families can’t ask for less. Slots with a buffer can’t be joined to longer visits."
              options={MINIMUM_VISIT_MINUTES.map((minutes) => ({
                id: String(minutes),
                label: nameVisit(minutes),
              }))}
              value={String(value)}
              onChange={(minutes) => onChange(Number(minutes))}
              {...field}
            />
          )}
        </Field>
        <div className="flex flex-col gap-1.5">
          <Field form={form} name="meeting_hours">
            {({ onChange, ...field }) => (
              <Select
                label="First meetings"
                hint="When families can ask to meet you, free and for up to 30 minutes. Never while you’re booked, busy or off."
                options={MEETING_HOURS.map((id) => ({ id, label: MEETING_HOURS_LABELS[id] }))}
                onChange={(hours) => onChange(hours as MeetingHours)}
                {...field}
              />
            )}
          </Field>
          {isOnlyAtNight(rules) && form.watch('meeting_hours') === 'bookable' && (
            <p className="text-13 font-semibold">
              Your hours are at night. Most families like to talk by day.
            </p>
          )}
        </div>
      </div>
      <FormError message={formError} />
      <div>
        <Button type="submit" isPending={isPending}>
          {isPending ? 'Saving…' : 'Save rules'}
        </Button>
      </div>
    </form>
  )
}
