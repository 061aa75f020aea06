import { CalendarSkeleton } from '../../ui/calendar-skeleton.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { OverviewSkeleton } from './month-overview.tsx'
import { WeekSkeleton, weekLead } from './week/weekly-hours.tsx'

/** The screen of someone with hours until it has loaded. It is higher than a window, so that nothing below it moves. */
export function AvailabilitySkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <Panel title="Calendar" isLoading>
          <CalendarSkeleton />
        </Panel>
        <Panel title="Day hours" isLoading>
          <SkeletonText lines={4} />
        </Panel>
        <Panel title="Monthly overview" isLoading>
          <OverviewSkeleton />
        </Panel>
        <Panel title="Time off" isLoading>
          <SkeletonText lines={3} />
        </Panel>
      </div>
      <Panel title="Weekly hours" lead={weekLead} isLoading>
        <WeekSkeleton canEdit />
      </Panel>
    </div>
  )
}
