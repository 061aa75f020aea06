import type { FamilyPattern } from '@tendwell/contract/reviews/family-ratings'
import { formatAgo, plural } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { polling } from '../api.ts'
import { PersonLink } from '../lists/record-links.tsx'
import { useFamilyPatternsQuery } from './family-ratings-api.ts'

/**
 * Families that several caregivers had problems with; nothing while none waits.
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
export function FamilyPatterns() {
  const { data, error, refetch } = useFamilyPatternsQuery(undefined, polling)
  if (!error && (data?.length ?? 0) === 0) return null
  return (
    <Panel
      title="Families to look at"
      lead="Several caregivers told us that something was wrong. Mark a family as looked at on its record."
      error={!data && error && { title: 'We couldn’t load the families', error, onRetry: refetch }}
      className="mb-6"
    >
      <ul className="flex flex-col">
        {data?.map((pattern) => (
          <li key={pattern.person_id} className="border-b border-line py-3 last:border-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <PersonLink person={{ id: pattern.person_id, name: pattern.name }} />
              <span className="text-13 text-ink-soft">{formatAgo(pattern.since)}</span>
            </p>
            <p className="text-ink-soft">{describePattern(pattern)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** `2 caregivers didn’t feel safe. 3 caregivers had any problem within a year.` */
export function describePattern({ not_safe: notSafe, any_no: anyNo }: FamilyPattern): string {
  const problems = `${plural(anyNo, 'caregiver')} had a problem within a year.`
  return notSafe === 0 ? problems : `${plural(notSafe, 'caregiver')} didn’t feel safe. ${problems}`
}
