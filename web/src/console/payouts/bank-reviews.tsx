import type { BankReview, BankReviewDecision } from '@tendwell/contract/payments/bank-reviews'
import { useState } from 'react'
import { formatAgo, formatInstant } from '../../lib/format/format.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonDialog } from '../common/decisions/reason-dialog.tsx'
import { ExportButton } from '../common/lists/export-button.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { useBankReviewsQuery, useDecideOnBankMutation } from '../common/money/money-api.ts'
import { polling } from '../common/polling.ts'
import { WaitingPanel } from '../common/waiting-panel.tsx'

/**
 * Bank accounts that somebody else has or had; nothing while none waits.
 * @see docs/rules/money.md#one-bank-account-one-person
 */
export function BankReviews() {
  const query = useBankReviewsQuery(undefined, polling)
  return (
    <WaitingPanel
      title="Bank accounts to review"
      actions={<ExportButton list="bank-reviews" query={{}} />}
      lead="Somebody else has, or had, the same bank account. Nothing is paid out to it until you decide."
      query={query}
      failure="We couldn’t load the bank accounts"
    >
      {(reviews) => (
        <ul className="flex flex-col">
          {reviews.map((review) => (
            <ReviewRow key={review.person_id} review={review} />
          ))}
        </ul>
      )}
    </WaitingPanel>
  )
}

function ReviewRow({ review }: { review: BankReview }) {
  const [decision, setDecision] = useState<BankReviewDecision | null>(null)
  const { person_id: personId, name, matches, opened_at: openedAt, earlier } = review
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 border-b border-line py-3 last:border-0">
      <div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <PersonLink person={{ id: personId, name }} />
          <span className="text-13 text-ink-soft">{formatAgo(openedAt)}</span>
        </p>
        <p className="flex flex-wrap gap-x-3 text-ink-soft">
          Same as
          {matches.map((match) => (
            <span key={match.person_id}>
              <PersonLink person={{ id: match.person_id, name: match.name }} />
              {describeUse(match)}
            </span>
          ))}
        </p>
        {earlier && (
          <p className="text-13 text-ink-soft">
            {`${earlier.decision === 'approved' ? 'Approved' : 'Refused'} for them on ${formatInstant(earlier.at)}.`}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          variant="secondary"
          aria-label={`Approve the bank account of ${name}`}
          onPress={() => setDecision('approved')}
        >
          Approve
        </Button>
        <Button
          size="small"
          variant="secondary"
          aria-label={`Refuse the bank account of ${name}`}
          onPress={() => setDecision('refused')}
        >
          Refuse
        </Button>
      </div>
      {decision && <DecisionDialog review={review} decision={decision} onClose={() => setDecision(null)} />}
    </li>
  )
}

function describeUse({ is_banned: isBanned, is_current: isCurrent }: BankReview['matches'][number]): string {
  if (isBanned) return ' (banned)'
  return isCurrent ? '' : ' (before)'
}

interface DecisionDialogProps {
  review: BankReview
  decision: BankReviewDecision
  onClose: () => void
}

function DecisionDialog({ review, decision, onClose }: DecisionDialogProps) {
  const [decide] = useDecideOnBankMutation()
  const { person_id: personId, name, opened_at } = review
  const isApproval = decision === 'approved'
  return (
    <ReasonDialog
      title={isApproval ? `Approve the bank account of ${name}?` : `Refuse the bank account of ${name}?`}
      consequence={
        isApproval
          ? `${name} can be paid out to it from now on.`
          : `Nothing is paid out to it. ${name} can enter another one.`
      }
      hint={`${name} reads it in the email about your decision.`}
      confirmLabel={isApproval ? 'Approve' : 'Refuse'}
      pendingLabel="Saving…"
      tone={isApproval ? 'primary' : 'danger'}
      send={async (reason) => {
        const { message } = await decide({ personId, body: { decision, reason, opened_at } }).unwrap()
        return message
      }}
      failure="Failed to save the decision"
      onClose={onClose}
    />
  )
}
