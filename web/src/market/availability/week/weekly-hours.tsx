import type { Rule } from '@tendwell/contract/availability/availability'
import { CalendarX, Pencil } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { formatWindow, plural } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { useOwnRulesQuery, useSetWeekMutation } from '../availability-api.ts'
import type { Mark } from '../unsaved.tsx'
import { describeSlots, formatWeekdays, groupWeek, type WeekGroup } from './week.ts'
import { describeBookedDates, WeekForm } from './week-form.tsx'

export const weekLead = 'Repeats weekly, unless you set a day separately.'

interface WeeklyHoursProps {
  mark: Mark
  canEdit: boolean
}

/** The hours that repeat every week, and a form that sets them for several days at once. */
export function WeeklyHours({ mark, canEdit }: WeeklyHoursProps) {
  const query = useOwnRulesQuery()
  return (
    <QueryPanel
      title="Weekly hours"
      lead={weekLead}
      query={query}
      failure="Failed to load weekly hours"
      skeleton={<WeekSkeleton canEdit={canEdit} />}
    >
      {(rules) => <Week rules={rules} mark={mark} canEdit={canEdit} />}
    </QueryPanel>
  )
}

/** The form is open for someone without weekly hours, and otherwise on demand. */
function Week({ rules, mark, canEdit }: WeeklyHoursProps & { rules: Rule[] }) {
  const hasHours = rules.length > 0
  const [isAsked, setIsAsked] = useState(false)
  const isOpen = isAsked || !hasHours
  const [edited, setEdited] = useState<WeekGroup | null>(null)
  const [toClose, setToClose] = useState<WeekGroup | null>(null)
  // What is typed stays open, also when the first hours arrive meanwhile.
  const markTyped = useCallback<Mark>(
    (part, isDirty) => {
      if (isDirty) setIsAsked(true)
      mark(part, isDirty)
    },
    [mark],
  )
  const { edit, question } = useEditing(markTyped, edited, (group) => {
    setEdited(group)
    setIsAsked(true)
  })
  const heading = useRef<HTMLDivElement>(null)
  const done = () => {
    setEdited(null)
    setIsAsked(false)
    heading.current?.focus()
  }
  return (
    <>
      <div
        ref={heading}
        tabIndex={-1}
        className={`grid items-start gap-6 outline-none *:min-w-0 ${canEdit && isOpen ? 'lg:grid-cols-2' : ''}`}
      >
        <dl className="divide-y divide-line">
          {groupWeek(rules).map((group) => (
            <GroupRow
              key={group.weekdays.join()}
              group={group}
              actions={canEdit && { edit: () => edit(group), close: () => setToClose(group) }}
            />
          ))}
        </dl>
        {canEdit &&
          (isOpen ? (
            <WeekForm
              key={edited ? edited.weekdays.join() : 'new'}
              edited={edited}
              rules={rules}
              done={done}
              mark={question.mark}
              isAsked={hasHours}
            />
          ) : (
            <Button
              variant="secondary"
              icon={<Pencil className="size-4" />}
              onPress={() => setIsAsked(true)}
              className="justify-self-start"
            >
              Change weekly hours
            </Button>
          ))}
      </div>
      <CloseDialog
        group={toClose}
        onClose={() => setToClose(null)}
        onClosed={() => {
          setEdited(null)
          heading.current?.focus()
        }}
      />
      <ConfirmDialog
        isOpen={question.isAsked}
        onClose={question.keep}
        title="Discard the weekly hours you entered?"
        consequence="They haven’t been saved. Editing other hours discards them."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={question.discard}
      />
    </>
  )
}

interface CloseDialogProps {
  group: WeekGroup | null
  onClose: () => void
  onClosed: () => void
}

function CloseDialog({ group, onClose, onClosed }: CloseDialogProps) {
  const [setWeek] = useSetWeekMutation()
  const { run, isPending } = useAction({
    send: (weekdays: number[]) => setWeek({ weekdays, windows: [] }).unwrap(),
    success: 'Weekly hours removed',
    failure: 'Delete failed',
    onSuccess: () => {
      onClose()
      onClosed()
    },
  })
  const days = group && formatWeekdays(group.weekdays)
  return (
    <ConfirmDialog
      isOpen={group !== null}
      onClose={onClose}
      title="Remove these weekly hours?"
      consequence={
        group &&
        `Families will no longer be able to book ${days}, ${formatWindows(group)}. ${describeBookedDates(group.bookedDates)}`
      }
      confirmLabel="Remove hours"
      pendingLabel="Removing…"
      isPending={isPending}
      onConfirm={() => group && run(group.weekdays)}
    />
  )
}

/** Opens weekly hours for editing, and asks before discarding unsaved changes to others. */
function useEditing(mark: Mark, edited: WeekGroup | null, setEdited: (group: WeekGroup | null) => void) {
  const [wanted, setWanted] = useState<WeekGroup | null>(null)
  const isTyped = useRef(false)
  const noting = useCallback<Mark>(
    (part, isDirty) => {
      isTyped.current = isDirty
      mark(part, isDirty)
    },
    [mark],
  )
  const edit = (group: WeekGroup) => {
    if (isTyped.current && group.weekdays.join() !== edited?.weekdays.join()) setWanted(group)
    else setEdited(group)
  }
  const keep = () => setWanted(null)
  const discard = () => {
    setEdited(wanted)
    setWanted(null)
  }
  return { edit, question: { mark: noting, isAsked: wanted !== null, discard, keep } }
}

interface GroupRowProps {
  group: WeekGroup
  actions: { edit: () => void; close: () => void } | false
}

function GroupRow({ group, actions }: GroupRowProps) {
  const { weekdays, windows, bookedDates } = group
  const days = formatWeekdays(weekdays)
  const hours = formatWindows(group)
  return (
    <div className="flex items-center gap-x-2 py-1.5">
      <dt className="sr-only">{days}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <span className="w-24 shrink-0 font-semibold" aria-hidden="true">
          {days}
        </span>
        {windows.length === 0 && <span className="text-ink-soft">Closed</span>}
        <span className="tabular flex flex-col empty:hidden">
          {windows.map((window) => (
            <span key={window.start}>
              <span className="whitespace-nowrap">{formatWindow(window.start, window.end)}</span>
              <span className="block text-13 text-ink-soft empty:hidden">{describeSlots(window)}</span>
            </span>
          ))}
        </span>
        {bookedDates.length > 0 && (
          <StatusPill status="confirmed" word={`Booked on ${plural(bookedDates.length, 'day')}`} />
        )}
      </dd>
      {actions && windows.length > 0 && (
        <dd className="flex shrink-0">
          <IconButton
            label={`Edit ${days}, ${hours}`}
            icon={<Pencil className="size-4" />}
            onPress={actions.edit}
          />
          <IconButton
            label={`Remove ${days}, ${hours}`}
            icon={<CalendarX className="size-4" />}
            onPress={actions.close}
          />
        </dd>
      )}
    </div>
  )
}

function formatWindows({ windows }: WeekGroup): string {
  return windows.map(({ start, end }) => formatWindow(start, end)).join(', ')
}

/** Has the height of a week in two groups, with the button below them. */
export function WeekSkeleton({ canEdit }: { canEdit: boolean }) {
  return (
    <Loading label="Loading your week…">
      <span className="flex flex-col gap-7 py-3.5">
        <Skeleton className="h-6 w-full max-w-80" />
        <Skeleton className="h-6 w-full max-w-64" />
        {canEdit && <Skeleton className="h-12 w-56" />}
      </span>
    </Loading>
  )
}
