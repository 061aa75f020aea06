import type { Erasure } from '@tendwell/contract/people/own-data'
import { formatInstant } from '../../lib/format/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** What every erasure leaves. @see docs/rules/own-data.md#what-an-erasure-leaves */
const kept = [
  'The account’s number, as “Former member”.',
  'Amounts and dates of payments, refunds, payouts and visits, because the law requires records of money.',
  'Conversations for the other side, without what this person wrote.',
  'Star ratings, and the amounts and outcome of disputes.',
  'The audit log, without network addresses and without words that name the person.',
]

/** What was erased of one person, and what stays, without naming anyone. */
export function ErasureReport({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
  const { user_id: id, closed_at: closedAt, finished_at: finishedAt, counts } = erasure
  const tables = Object.entries(counts).sort(([, one], [, other]) => other - one)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="wide"
      title={`Person #${id}`}
      lead={`Closed ${formatInstant(closedAt)}. ${finishedAt ? `Erased ${formatInstant(finishedAt)}.` : 'The erasure is under way.'}`}
    >
      <section aria-label="What stays">
        <h3 className="mb-2 font-semibold">What stays, without the name</h3>
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-soft marker:text-gold">
          {kept.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
      <section aria-label="What was erased">
        <h3 className="mb-2 font-semibold">Records erased or cleaned</h3>
        {tables.length === 0 ? (
          <p className="text-ink-soft">None yet.</p>
        ) : (
          <DescriptionList
            items={tables.map(([table, count]) => ({
              term: toWords(table),
              value: count.toLocaleString('en-US'),
            }))}
          />
        )}
      </section>
    </Dialog>
  )
}

/** What well-known tables hold. */
const contents: Record<string, string> = {
  audit_log: 'Entries of the audit log',
  caretaker_profiles: 'Family profile',
  caregiver_profiles: 'Caregiver profile',
  consents: 'Agreements to the terms',
  data_exports: 'Exports of their data',
  files: 'Entries of files',
  identities: 'Google logins',
  mailed_tokens: 'Links in emails',
  refresh_tokens: 'Logins on their devices',
  sessions: 'Devices that were logged in',
  two_step_tokens: 'Remembered devices and logins under way',
  users: 'Account',
}

/** What a table holds, or its name: `dispute_answers` as `Dispute answers`. */
function toWords(table: string): string {
  const content = contents[table]
  if (content) return content
  const words = table.replaceAll('_', ' ').replace('.', ': ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
