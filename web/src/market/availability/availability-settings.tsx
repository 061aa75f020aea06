import type { WindowBody } from '@tendwell/contract/availability/availability'
import { toLocalDate, type Zone } from '@tendwell/contract/time'
import { type ReactNode, useRef, useState } from 'react'
import { useCalendarState } from '../../lib/address/use-calendar-state.ts'
import { now } from '../../lib/format/clock.ts'
import { formatDay, formatZone, formatZoneNote, getBrowserZone } from '../../lib/format/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { EmptyCalendar } from '../../ui/scenes/empty-calendar.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { useOwnRulesQuery } from './availability-api.ts'
import { AvailabilitySkeleton } from './availability-skeleton.tsx'
import { BookingRules } from './booking-rules/booking-rules.tsx'
import { DayEditor, DayView } from './day/day-editor.tsx'
import { getDayHours } from './hours.ts'
import { MonthOverview } from './month-overview.tsx'
import { ScheduleCalendar } from './schedule-calendar.tsx'
import { TimeOffPanel } from './time-off/time-off.tsx'
import { describeUnsaved, UnsavedDays, useUnsaved } from './unsaved.tsx'
import { scheduleFailure, useSchedule } from './use-schedule.ts'
import { WeeklyHours } from './week/weekly-hours.tsx'

interface AvailabilitySettingsProps {
  caregiverId: number
  /** The caregiver's zone. This screen shows all times in it. */
  zone: Zone
  /** Whether the caregiver is verified. @see docs/rules/availability.md#who-may-edit */
  canEdit: boolean
  /** Shown below. */
  children?: ReactNode
}

/**
 * A caregiver's month with its days, their time off, their week and their booking rules. All appear at once, so that
 * nothing moves.
 */
export function AvailabilitySettings(props: AvailabilitySettingsProps) {
  const { zone } = props
  const today = toLocalDate(now(), zone)
  const calendar = useCalendarState(today)
  const { month, date } = calendar
  const ofMonth = useSchedule(month, zone)
  // The chosen day stays open while the user browses other months.
  const ofDay = useSchedule(date?.slice(0, 7) ?? month, zone)
  const { data: rules } = useOwnRulesQuery()
  const isReady = [ofMonth, ofDay].every(({ isFirst, error }) => !isFirst || error)
  // Once shown, it stays while what failed is loaded again.
  const [isShown, setIsShown] = useState(isReady)
  if (isReady && !isShown) setIsShown(true)
  if (!isShown) return <AvailabilitySkeleton />
  return <Settings {...props} {...{ today, calendar, ofMonth, ofDay }} hasHours={rules?.length !== 0} />
}

interface SettingsProps extends AvailabilitySettingsProps {
  today: string
  calendar: ReturnType<typeof useCalendarState>
  ofMonth: ReturnType<typeof useSchedule>
  ofDay: ReturnType<typeof useSchedule>
  /** Whether the caregiver has weekly hours, or they couldn't be loaded. */
  hasHours: boolean
}

function Settings(props: SettingsProps) {
  const { caregiverId, zone, canEdit, children, today, calendar, ofMonth, ofDay, hasHours } = props
  const { month, date, showMonth, chooseDate } = calendar
  // The first hours leave the form where it is.
  const [beginsWithWeek] = useState(!hasHours)
  const drafts = useRef(new Map<string, WindowBody[]>())
  const { unsaved, mark } = useUnsaved()
  const editor = useRef<HTMLDivElement>(null)

  const choose = (chosen: string) => {
    chooseDate(chosen)
    // On narrow screens the editor is below the calendar.
    requestAnimationFrame(() => editor.current?.scrollIntoView({ block: 'nearest' }))
  }
  const weeklyHours = <WeeklyHours mark={mark} canEdit={canEdit} />
  return (
    <div className="flex flex-col gap-6">
      {beginsWithWeek && weeklyHours}
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <ScheduleCalendar
          query={ofMonth}
          today={today}
          month={month}
          onMonth={showMonth}
          date={date}
          onDate={choose}
          lead={
            formatZoneNote(zone)
              ? `All times are in ${formatZone(zone)}. You are in ${formatZone(getBrowserZone())}.`
              : `All times are in ${formatZone(zone)}.`
          }
        >
          <UnsavedDays unsaved={unsaved} date={date} onDate={choose} />
        </ScheduleCalendar>
        <div ref={editor} className="scroll-mt-6">
          {date ? (
            <QueryPanel
              title="Day hours"
              lead={formatDay(date, 'long')}
              query={ofDay}
              failure={scheduleFailure}
              skeleton={<SkeletonText lines={4} />}
            >
              {(schedule) => {
                const hours = getDayHours(date, schedule)
                if (!canEdit) return <DayView hours={hours} />
                return (
                  <DayEditor
                    key={date}
                    caregiverId={caregiverId}
                    hours={hours}
                    schedule={schedule}
                    today={today}
                    drafts={drafts}
                    mark={mark}
                  />
                )
              }}
            </QueryPanel>
          ) : (
            <Panel title="Day hours">
              <EmptyState
                title="No day chosen"
                scene={
                  <div className="hidden lg:block">
                    <EmptyCalendar />
                  </div>
                }
                hint={
                  canEdit
                    ? 'Choose a day in the calendar to give it special hours or close it.'
                    : 'Choose a day in the calendar to see its hours.'
                }
              />
            </Panel>
          )}
        </div>
        <MonthOverview query={ofMonth} today={today} month={month} onDate={choose} canEdit={canEdit} />
        <TimeOffPanel zone={zone} today={today} mark={mark} canEdit={canEdit} />
      </div>
      {!beginsWithWeek && weeklyHours}
      <BookingRules mark={mark} canEdit={canEdit} />
      {children}
      <LeaveGuard
        isDirty={unsaved.size > 0}
        consequence={`You’ll lose your unsaved changes to ${describeUnsaved(unsaved)}.`}
      />
    </div>
  )
}
