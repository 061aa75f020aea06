import { type AuditEntry, describeSubject } from '@tendwell/contract/console/audit'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Instant } from '../../../ui/instant.tsx'
import { PersonLink, SubjectLink } from '../lists/record-links.tsx'
import { describeAction, describeChanges } from './audit-text.ts'

export const auditColumns: readonly Column<AuditEntry, 'at'>[] = [
  {
    id: 'action',
    header: 'Action',
    isTitle: true,
    cell: (entry) => (
      <span>
        {describeAction(entry)}
        <Changes entry={entry} />
      </span>
    ),
  },
  {
    id: 'actor',
    header: 'By',
    cell: ({ actor, address }) => (
      // A name and an address take a line each beside a wide Action.
      <span className="block min-w-40 cards:min-w-0">
        {actor ? <PersonLink person={actor} /> : address ? 'A visitor' : 'Tendwell'}
        {actor?.email && <span className="block text-13 text-ink-soft wrap-anywhere">{actor.email}</span>}
        {address && <span className="block text-13 text-ink-soft">{address}</span>}
      </span>
    ),
  },
  {
    id: 'subject',
    header: 'About',
    cell: ({ subject, subject_name: name }) => <SubjectLink subject={subject} name={name} />,
  },
  {
    id: 'at',
    header: 'When',
    sort: { by: 'at', kind: 'date' },
    cell: ({ at }) => <Instant at={at} />,
  },
]

/** Whether the audit log can be filtered by this subject. */
export const isFilterable = (subject: string) => /^(user|request|dispute):[1-9]\d{0,8}$/.test(subject)

/** The columns with buttons that keep one person's entries, or those about one record. */
export function getFilterColumns(
  keep: (filter: { actor: string } | { subject: string }) => void,
): readonly Column<AuditEntry, 'at'>[] {
  return auditColumns.map((column) => {
    if (column.id !== 'actor' && column.id !== 'subject') return column
    return {
      ...column,
      cell: (entry: AuditEntry) => (
        <span className="flex flex-col items-start cards:items-end">
          {column.cell(entry)}
          {column.id === 'actor' && entry.actor && (
            <KeepButton
              words="Only theirs"
              label={`Only entries by ${entry.actor.name}`}
              onPress={() => keep({ actor: String(entry.actor?.id) })}
            />
          )}
          {column.id === 'subject' && isFilterable(entry.subject) && (
            <KeepButton
              words="Only these"
              label={`Only entries about ${entry.subject_name ?? describeSubject(entry.subject)}`}
              onPress={() => keep({ subject: entry.subject })}
            />
          )}
        </span>
      ),
    }
  })
}

function KeepButton({ words, label, onPress }: { words: string; label: string; onPress: () => void }) {
  return (
    <Button variant="quiet" size="small" aria-label={label} onPress={onPress} className="-ml-4 cards:-mr-4">
      {words}
    </Button>
  )
}

/** The fields that an action changed: `status: pending → verified`. */
function Changes({ entry }: { entry: AuditEntry }) {
  const changes = describeChanges(entry)
  if (changes.length === 0) return null
  return <span className="block text-13 font-normal text-ink-soft wrap-anywhere">{changes.join(' · ')}</span>
}
