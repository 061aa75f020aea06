import type { Visit } from '@tendwell/contract/bookings/visits'
import { type ReactNode, useState } from 'react'
import { useShowVisitMutation } from '../common/records/records-api.ts'
import { ShowPanel } from '../common/records/show-panel.tsx'

interface VisitPanelProps {
  requestId: number
  /** Draws what is shown. */
  children: (visit: Visit) => ReactNode
}

/** The children, address and note of a booking, shown once staff say why they need them. */
export function VisitPanel({ requestId, children }: VisitPanelProps) {
  const [visit, setVisit] = useState<Visit | null>(null)
  const [show] = useShowVisitMutation()
  return (
    <ShowPanel
      title="About the visit"
      lead={!visit && 'Children, address and note. Opening them is recorded.'}
      label="Show"
      question="Show what the family wrote about the visit?"
      show={async (reason) => setVisit(await show({ id: requestId, reason }).unwrap())}
      isShown={visit !== null}
    >
      {visit && children(visit)}
    </ShowPanel>
  )
}
