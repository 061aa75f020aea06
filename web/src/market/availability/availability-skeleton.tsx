import { CalendarSkeleton } from '../../ui/calendar-skeleton.tsx'
import { Panel } from '../../ui/panel.tsx'
import { WeekSkeleton, weekLead } from './week/weekly-hours.tsx'

/** The screen until the caregiver's profile has loaded. */
export function AvailabilitySkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Panel title="Weekly hours" lead={weekLead} isLoading skeleton={<WeekSkeleton canEdit />} />
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <Panel title="Calendar" isLoading skeleton={<CalendarSkeleton />} />
      </div>
    </div>
  )
}
