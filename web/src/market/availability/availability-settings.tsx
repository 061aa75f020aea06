import type { WindowBody } from '@tendwell/contract/availability/availability'
import { toLocalDate, type Zone } from '@tendwell/contract/time'
import { useRef } from 'react'
import { useCalendarState } from '../../lib/address/use-calendar-state.ts'
import { now } from '../../lib/format/clock.ts'
import { formatDay, formatZone, formatZoneNote, getBrowserZone } from '../../lib/format/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { EmptyCalendar } from '../../ui/scenes/empty-calendar.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
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
}

/** A caregiver's week, then the days that differ from it, and their time off. */
export function AvailabilitySettings({ caregiverId, zone, canEdit }: AvailabilitySettingsProps) {
  const today = toLocalDate(now(), zone)
  const { month, date, showMonth, chooseDate } = useCalendarState(today)
  const drafts = useRef(new Map<string, WindowBody[]>())
  const { unsaved, mark } = useUnsaved()
  const editor = useRef<HTMLDivElement>(null)
  const ofMonth = useSchedule(month, zone)
  // The chosen day stays open while the user browses other months.
  const ofDay = useSchedule(date?.slice(0, 7) ?? month, zone)

  const choose = (chosen: string) => {
    chooseDate(chosen)
    // On narrow screens the editor is below the calendar.
    requestAnimationFrame(() => editor.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <div className="flex flex-col gap-6">
      <WeeklyHours mark={mark} canEdit={canEdit} />
      <BookingRules mark={mark} canEdit={canEdit} />
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
      <LeaveGuard
        isDirty={unsaved.size > 0}
        consequence={`You’ll lose your unsaved changes to ${describeUnsaved(unsaved)}.`}
      />
    </div>
  )
}
