import type { Dispute } from '@tendwell/contract/safety/disputes'
import { Panel } from '../../ui/panel.tsx'

/** What an admin wrote to both sides in the end. */
export function Resolution({ dispute: { resolution, ended_at: endedAt } }: { dispute: Dispute }) {
  if (!resolution || !endedAt) return null
  return (
    <Panel title="Resolution" lead="Both sides can read this.">
      <p className="whitespace-pre-wrap wrap-anywhere">{resolution}</p>
    </Panel>
  )
}
