import type { Booking } from '@tendwell/contract/bookings/bookings'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmergencyCall } from './emergency-call.tsx'
import { LazySafetyReportFlow } from './lazy-dialogs.ts'

/** The state of a link to a booking's page that opens the report at once. */
export const OPEN_SAFETY_REPORT = { opensSafetyReport: true }

interface SafetyPanelProps {
  booking: Pick<Booking, 'request_id' | 'safety' | 'windows'>
  /** The other person. */
  name: string
}

/**
 * Whom to call in an emergency, and how to tell us that something is wrong. Nothing once it is too late for
 * that.
 */
export function SafetyPanel({ booking: { request_id: requestId, safety, windows }, name }: SafetyPanelProps) {
  const { state } = useLocation()
  const [isOpen, setOpen] = useState(state?.opensSafetyReport === true)
  if (!safety) return null
  const isUnderWay = windows.some(({ state }) => state === 'in_progress')
  return (
    <Panel title="Safety">
      <EmergencyCall country={safety.country} isQuiet={!isUnderWay} />
      <Button
        block
        variant="secondary"
        className="mt-3"
        icon={<TriangleAlert className="size-4" />}
        onPress={() => setOpen(true)}
      >
        Something is wrong
      </Button>
      {isOpen && (
        <LazySafetyReportFlow
          requestId={requestId}
          name={name}
          country={safety.country}
          isUnderWay={isUnderWay}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  )
}
