import {
  OUTSIDE_CALENDARS_MAXIMUM,
  type OutsideCalendar,
} from '@tendwell/contract/calendars/outside-calendars'
import type { Zone } from '@tendwell/contract/time'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { scrollAndFocus } from '../../../lib/browser/scroll-and-focus.ts'
import { getErrorStatus, isOutdated } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { AppSteps } from '../../../shared/calendars/app-steps.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { useOutsideCalendarsQuery, useRemoveOutsideCalendarMutation } from './outside-api.ts'
import { OutsideForm } from './outside-form.tsx'
import { OutsideRow } from './outside-row.tsx'

const apps = [
  {
    app: 'Google',
    steps: 'on a computer, Settings › your calendar › Integrate calendar › Secret address in iCal format.',
  },
  { app: 'Apple', steps: 'on iCloud.com, share the calendar as a Public Calendar and copy its link.' },
  {
    app: 'Outlook',
    steps: 'on the web, Settings › Calendar › Shared calendars › Publish a calendar › ICS link.',
  },
]

interface OutsidePanelProps {
  /** The caregiver's zone. This screen shows all times in it. */
  zone: Zone
  /** Whether the caregiver is verified. */
  canEdit: boolean
}

/** A caregiver's calendars elsewhere, whose busy times close their hours. */
export function OutsidePanel({ zone, canEdit }: OutsidePanelProps) {
  const query = useOutsideCalendarsQuery()
  const { hash } = useLocation()
  const panel = useRef<HTMLElement>(null)
  const isLoaded = query.data !== undefined
  // The link of the notification that a calendar can't be read.
  useEffect(() => {
    if (isLoaded && hash === '#calendars') scrollAndFocus(panel.current)
  }, [isLoaded, hash])
  return (
    <QueryPanel
      ref={panel}
      title="Your other calendars"
      lead="Families can’t book you when a calendar you keep elsewhere says you’re busy. We keep those times, not what they’re for."
      query={query}
      failure="Failed to load your calendars"
      skeleton={<SkeletonRows rows={2} />}
    >
      {(calendars) => <OutsideCalendars calendars={calendars} zone={zone} canEdit={canEdit} />}
    </QueryPanel>
  )
}

function OutsideCalendars({
  calendars,
  zone,
  canEdit,
}: OutsidePanelProps & { calendars: OutsideCalendar[] }) {
  const [toRemove, setToRemove] = useState<OutsideCalendar | null>(null)
  const hasRoom = calendars.length < OUTSIDE_CALENDARS_MAXIMUM
  const hasForm = canEdit && hasRoom
  return (
    <div
      className={`grid items-start gap-6 *:min-w-0 ${hasForm ? 'lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-10' : ''}`}
    >
      <ul tabIndex={-1} aria-label="Calendars" className="divide-y divide-line outline-none">
        {calendars.length === 0 && <li className="text-ink-soft">No calendars yet.</li>}
        {calendars.map((calendar) => (
          <OutsideRow
            key={calendar.id}
            calendar={calendar}
            zone={zone}
            canRefresh={canEdit}
            onRemove={() => setToRemove(calendar)}
          />
        ))}
        {canEdit && !hasRoom && (
          <li className="pt-5 text-ink-soft">
            {`You can add up to ${OUTSIDE_CALENDARS_MAXIMUM} calendars. Remove one to add another.`}
          </li>
        )}
      </ul>
      {hasForm && (
        <>
          <OutsideForm />
          <div className="lg:border-t lg:border-line lg:pt-6">
            <AppSteps title="Where to find a calendar’s address" apps={apps} />
          </div>
        </>
      )}
      {toRemove && <RemoveCalendarDialog calendar={toRemove} onClose={() => setToRemove(null)} />}
    </div>
  )
}

interface RemoveCalendarDialogProps {
  calendar: OutsideCalendar
  onClose: () => void
}

function RemoveCalendarDialog({ calendar, onClose }: RemoveCalendarDialogProps) {
  const { id, name } = calendar
  const [removeCalendar] = useRemoveOutsideCalendarMutation()
  const { run: remove, isPending } = useAction({
    send: async (removedId: number) => {
      const { error } = await removeCalendar(removedId)
      // 404: it has already been removed, which is the wanted outcome.
      if (error && getErrorStatus(error) !== 404) throw error
    },
    success: `${name} removed`,
    failure: `Failed to remove ${name}`,
    onSuccess: onClose,
    onFailure: (error) => {
      if (isOutdated(error)) onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove ${name}?`}
      consequence="Families will be able to book you at its busy times again. The calendar itself stays as it is."
      confirmLabel="Remove calendar"
      pendingLabel="Removing…"
      onConfirm={() => remove(id)}
      isPending={isPending}
    />
  )
}
