import type { CaregiverFacts } from '@tendwell/contract/console/people'
import { describeKnownYears, RELATION_WORDS } from '@tendwell/contract/profiles/references'
import { formatDate } from '../../lib/format/format.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Panel } from '../../ui/panel.tsx'

type References = NonNullable<CaregiverFacts['references']>

/** Whom a caregiver named as references, and what they answered; nothing without any. */
export function PersonReferences({ references }: { references: References }) {
  if (references.length === 0) return null
  return (
    <Panel title="References" lead="The caregiver never learns who declined.">
      <ul aria-label="References" className="divide-y divide-line">
        {references.map(({ id, name, relation, years, confirms, asked_at: askedAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{name}</p>
              <p>{`${RELATION_WORDS[relation].label} · ${describeKnownYears(years)}`}</p>
              <p className="text-13 text-ink-soft">{`Asked on ${formatDate(askedAt)}`}</p>
            </div>
            <Answer confirms={confirms} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Answer({ confirms }: { confirms: boolean | null }) {
  if (confirms === null) return <StatusPill status="open" word="No answer" />
  return confirms ? <StatusPill status="confirmed" /> : <StatusPill status="declined" />
}
