import {
  describeKnownYears,
  type OwnReference,
  REFERENCES_MAXIMUM,
  RELATION_WORDS,
} from '@tendwell/contract/profiles/references'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useLinkedPanel } from '../../../lib/address/use-linked-panel.ts'
import { now } from '../../../lib/format/clock.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import type { Status } from '../../../shared/statuses/status-map.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { ReferenceDialog } from './reference-dialog.tsx'
import {
  useAskForReferenceMutation,
  useOwnReferencesQuery,
  useRemoveReferenceMutation,
} from './references-api.ts'

const PANEL_ID = 'references'

/** Whom a caregiver named as references, and what they answered. */
export function ReferencesPanel() {
  const query = useOwnReferencesQuery()
  const panel = useLinkedPanel(PANEL_ID, query.data !== undefined)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<OwnReference | null>(null)
  return (
    <QueryPanel
      ref={panel}
      id={PANEL_ID}
      title="References"
      lead={`Up to ${REFERENCES_MAXIMUM} people who know your work. We ask them by email. Families see how many confirmed, never who.`}
      query={query}
      failure="Failed to load your references"
      skeleton={<SkeletonText lines={3} />}
    >
      {({ references }) => (
        <div className="flex flex-col gap-5">
          {references.length > 0 && (
            <ul aria-label="References" className="divide-y divide-line">
              {references.map((reference) => (
                <ReferenceRow
                  key={reference.id}
                  reference={reference}
                  onRemove={() => setRemoved(reference)}
                />
              ))}
            </ul>
          )}
          {references.length < REFERENCES_MAXIMUM && (
            <Button
              variant="secondary"
              icon={<UserPlus className="size-4" />}
              onPress={() => setAdding(true)}
              className="self-start"
            >
              Add a reference
            </Button>
          )}
          {isAdding && <ReferenceDialog onClose={() => setAdding(false)} />}
          {removed && <RemoveDialog reference={removed} onClose={() => setRemoved(null)} />}
        </div>
      )}
    </QueryPanel>
  )
}

const looks: Record<OwnReference['state'], { status: Status; word: string }> = {
  asked: { status: 'requested', word: 'Asked' },
  confirmed: { status: 'confirmed', word: 'Confirmed' },
  not_confirmed: { status: 'expired', word: 'Not confirmed' },
}

function ReferenceRow({ reference, onRemove }: { reference: OwnReference; onRemove: () => void }) {
  const { id, name, email, relation, years, state, asked_at: askedAt, can_ask_from: askFrom } = reference
  const [ask] = useAskForReferenceMutation()
  const { run, isPending } = useAction({
    send: (chosen: number) => ask(chosen).unwrap(),
    success: `We asked ${name} again`,
    failure: 'Failed to ask again',
  })
  const canAsk = askFrom !== null && Date.parse(askFrom) <= now()
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <StatusPill {...looks[state]} />
        </div>
        <p className="mt-1">{`${RELATION_WORDS[relation].label} · ${describeKnownYears(years)}`}</p>
        <p className="text-13 wrap-anywhere text-ink-soft">{email}</p>
        {askFrom !== null && (
          <p className="text-13 text-ink-soft">
            {`Asked on ${formatDate(askedAt)}.`}
            {!canAsk && ` You can ask again from ${formatDate(askFrom)}.`}
          </p>
        )}
      </div>
      <div className="flex gap-3">
        {canAsk && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`Ask ${name} again`}
            isPending={isPending}
            onPress={() => run(id)}
          >
            {isPending ? 'Asking…' : 'Ask again'}
          </Button>
        )}
        <Button variant="secondary" size="small" aria-label={`Remove ${name}`} onPress={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

function RemoveDialog({ reference, onClose }: { reference: OwnReference; onClose: () => void }) {
  const [remove] = useRemoveReferenceMutation()
  const { run, isPending } = useAction({
    send: (id: number) => remove(id).unwrap(),
    success: 'Reference removed',
    failure: 'Failed to remove the reference',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove ${reference.name}?`}
      consequence={
        reference.state === 'confirmed'
          ? 'This reference no longer counts on your page, and we delete what you entered about this person.'
          : 'We delete what you entered about this person, and the link in our email no longer works.'
      }
      confirmLabel="Remove reference"
      pendingLabel="Removing…"
      onConfirm={() => run(reference.id)}
      isPending={isPending}
    />
  )
}
