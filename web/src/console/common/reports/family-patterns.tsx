import type { FamilyPattern } from '@tendwell/contract/reviews/family-ratings'
import { formatAgo, plural } from '../../../lib/format/format.ts'
import { PersonLink } from '../lists/record-links.tsx'
import { polling } from '../polling.ts'
import { WaitingPanel } from '../waiting-panel.tsx'
import { useFamilyPatternsQuery } from './family-ratings-api.ts'

/**
 * Families that several caregivers had problems with; nothing while none waits.
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
export function FamilyPatterns() {
  const query = useFamilyPatternsQuery(undefined, polling)
  return (
    <WaitingPanel
      title="Families to look at"
      lead="Several caregivers told us that something was wrong. Mark a family as looked at on its record."
      query={query}
      failure="We couldn’t load the families"
    >
      {(patterns) => (
        <ul className="flex flex-col">
          {patterns.map((pattern) => (
            <li key={pattern.person_id} className="border-b border-line py-3 last:border-0">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <PersonLink person={{ id: pattern.person_id, name: pattern.name }} />
                <span className="text-13 text-ink-soft">{formatAgo(pattern.since)}</span>
              </p>
              <p className="text-ink-soft">{describePattern(pattern)}</p>
            </li>
          ))}
        </ul>
      )}
    </WaitingPanel>
  )
}

/** `2 caregivers didn’t feel safe. 3 caregivers had any problem within a year.` */
export function describePattern({ not_safe: notSafe, any_no: anyNo }: FamilyPattern): string {
  const problems = `${plural(anyNo, 'caregiver')} had a problem within a year.`
  return notSafe === 0 ? problems : `${plural(notSafe, 'caregiver')} didn’t feel safe. ${problems}`
}
