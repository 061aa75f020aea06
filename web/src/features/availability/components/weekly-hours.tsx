import type { Rule } from '@tendwell/contract/availability'
import { toMinutes } from '@tendwell/contract/time'
import { Pencil, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { formatWeekday, formatWindow, plural } from '../../../lib/format.ts'
import { useAction } from '../../../lib/use-action.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { useOwnRulesQuery, useRemoveRuleMutation } from '../api.ts'
import { weekdays } from '../weekdays.ts'
import { describeBookedDates, RuleForm } from './rule-form.tsx'
import type { Mark } from './unsaved.tsx'

interface WeeklyHoursProps {
  guard: (action: () => void) => void
  mark: Mark
  isLocked: boolean
}

/** The hours that repeat every week, on days without their own hours. */
export function WeeklyHours({ guard, mark, isLocked }: WeeklyHoursProps) {
  const { data: rules, error, refetch } = useOwnRulesQuery()
  const [edited, setEdited] = useState<Rule | null>(null)
  const [toRemove, setToRemove] = useState<Rule | null>(null)
  const { edit, question } = useEditing(mark, edited, setEdited)
  const heading = useRef<HTMLDivElement>(null)

  const [removeRule] = useRemoveRuleMutation()
  const { run: remove, isPending: isRemoving } = useAction({
    send: (id: number) => removeRule(id).unwrap(),
    success: 'Weekly hours removed',
    failure: 'Delete failed',
    onSuccess: (_, id) => {
      if (edited?.id === id) setEdited(null)
    },
  })
  const confirm = async () => {
    if (toRemove) await remove(toRemove.id)
    setToRemove(null)
    heading.current?.focus()
  }
  return (
    <Panel
      title="Weekly hours"
      lead="These hours repeat every week in one-hour slots, except on days with their own hours."
      isLoading={!rules && !error}
      skeleton={<SkeletonText lines={7} />}
      error={
        error &&
        !rules && {
          title: 'Failed to load weekly hours',
          error,
          onRetry: refetch,
        }
      }
    >
      <div ref={heading} tabIndex={-1} className="outline-none">
        <dl className="divide-y divide-line">
          {weekdays.map((weekday) => (
            <WeekdayRow
              key={weekday}
              weekday={weekday}
              rules={(rules ?? []).filter((rule) => rule.weekday === weekday).sort(byStart)}
              edit={(rule) => guard(() => edit(rule))}
              remove={(rule) => guard(() => setToRemove(rule))}
            />
          ))}
        </dl>
        <RuleForm
          key={edited?.id ?? 'new'}
          edited={edited}
          rules={rules ?? []}
          done={() => setEdited(null)}
          guard={guard}
          mark={question.mark}
          isLocked={isLocked}
        />
      </div>
      <ConfirmDialog
        isOpen={toRemove !== null}
        onClose={() => setToRemove(null)}
        title="Remove these weekly hours?"
        consequence={
          toRemove &&
          `Families will no longer be able to book ${formatWeekday(toRemove.weekday)}s, ${formatWindow(toRemove.start, toRemove.end)}. ${describeBookedDates(toRemove)}`
        }
        confirmLabel="Remove hours"
        pendingLabel="Removing…"
        isPending={isRemoving}
        onConfirm={confirm}
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
    </Panel>
  )
}

/** Opens weekly hours for editing, and asks before discarding unsaved changes to others. */
function useEditing(mark: Mark, edited: Rule | null, setEdited: (rule: Rule | null) => void) {
  const [wanted, setWanted] = useState<Rule | null>(null)
  const isTyped = useRef(false)
  const noting = useCallback<Mark>(
    (part, isDirty) => {
      isTyped.current = isDirty
      mark(part, isDirty)
    },
    [mark],
  )
  const edit = (rule: Rule) => {
    if (isTyped.current && rule.id !== edited?.id) setWanted(rule)
    else setEdited(rule)
  }
  const keep = () => setWanted(null)
  const discard = () => {
    setEdited(wanted)
    setWanted(null)
  }
  return { edit, question: { mark: noting, isAsked: wanted !== null, discard, keep } }
}

interface WeekdayRowProps {
  weekday: number
  rules: readonly Rule[]
  edit: (rule: Rule) => void
  remove: (rule: Rule) => void
}

function WeekdayRow({ weekday, rules, edit, remove }: WeekdayRowProps) {
  const day = formatWeekday(weekday)
  return (
    <div className="flex flex-wrap gap-x-4 py-1.5">
      <dt className="w-24 shrink-0 py-2.5 font-semibold">{day}</dt>
      <dd className={rules.length > 0 ? 'min-w-0 max-sm:basis-full sm:flex-1' : 'flex-1'}>
        {rules.length === 0 && <p className="py-2.5 text-ink-soft">Closed</p>}
        {rules.map((rule) => {
          const hours = formatWindow(rule.start, rule.end)
          return (
            <div key={rule.id} className="flex items-center">
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 py-1">
                <span className="tabular whitespace-nowrap sm:flex-1">{hours}</span>
                {rule.booked_dates.length > 0 && (
                  <StatusPill
                    status="confirmed"
                    word={`Booked on ${plural(rule.booked_dates.length, 'day')}`}
                  />
                )}
              </span>
              <IconButton
                label={`Edit ${day}, ${hours}`}
                icon={<Pencil className="size-4" aria-hidden="true" />}
                onPress={() => edit(rule)}
              />
              <IconButton
                label={`Remove ${day}, ${hours}`}
                icon={<Trash2 className="size-4" aria-hidden="true" />}
                onPress={() => remove(rule)}
              />
            </div>
          )
        })}
      </dd>
    </div>
  )
}

function byStart(a: Rule, b: Rule): number {
  return toMinutes(a.start) - toMinutes(b.start)
}
