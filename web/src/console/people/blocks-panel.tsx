import { BLOCK_REASONS, BLOCKS_SHOWN_MAXIMUM, type BlockForStaff } from '@tendwell/contract/safety/blocks'
import { formatInstant } from '../../lib/format/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'

/** Who has blocked a person, and why. The person never learns of it. */
export function BlocksPanel({ blocks }: { blocks: readonly BlockForStaff[] }) {
  const isFull = blocks.length === BLOCKS_SHOWN_MAXIMUM
  return (
    <Panel
      title="Blocked by"
      lead={`${isFull ? `The latest ${BLOCKS_SHOWN_MAXIMUM}. ` : ''}They don’t know that they are blocked.`}
    >
      <ul aria-label="Blocked by" className="divide-y divide-line">
        {blocks.map(({ blocker, reason, text, blocked_at: at }) => (
          <li key={blocker.id} className="py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <PersonLink person={blocker} />
              <p className="text-13 text-ink-soft">{formatInstant(at)}</p>
            </div>
            <p className="mt-1">{BLOCK_REASONS.find(({ value }) => value === reason)?.label}</p>
            {text && <p className="mt-1 whitespace-pre-wrap wrap-anywhere text-ink-soft">{text}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
