import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import type { Review } from '@tendwell/contract/reviews/reviews'
import type { ReactNode } from 'react'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { formatDate, plural } from '../../../lib/format/format.ts'
import { ReviewReply } from '../../../shared/reviews/review-reply.tsx'
import { useCaregiverReviewsQuery, useRatingSummaryQuery } from '../../../shared/reviews/reviews-api.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListPanel } from '../../../ui/list-panel.tsx'
import { RetryNote } from '../../../ui/retry-note.tsx'
import { Stars } from '../../../ui/stars.tsx'

interface FamilyReviewsProps {
  caregiverId: number
  name: string
  /** Below each review, such as a button to report it. */
  reviewAction?: (review: Review) => ReactNode
}

/** The reviews of a caregiver, newest first. */
export function FamilyReviews({ caregiverId, name, reviewAction }: FamilyReviewsProps) {
  const list = usePagedQuery(
    useCaregiverReviewsQuery,
    { caregiverId },
    { pageSize: LIST_PAGE_SIZES.reviews, pageKey: 'reviews_page' },
  )
  return (
    <ListPanel
      title="Family Reviews"
      actions={<Summary caregiverId={caregiverId} />}
      label="Reviews"
      list={list}
      failure="Failed to load reviews"
      empty={
        <EmptyState title="No reviews yet" hint={`Families can review ${name} once a booking has ended.`} />
      }
    >
      {(reviews) => (
        <ul className="divide-y divide-line">
          {reviews.map((review) => (
            <ReviewItem key={review.id} review={review} name={name} action={reviewAction?.(review)} />
          ))}
        </ul>
      )}
    </ListPanel>
  )
}

function Summary({ caregiverId }: { caregiverId: number }) {
  const query = useRatingSummaryQuery(caregiverId)
  const { currentData: data, error } = query
  const rating = data?.average_rating ?? Number.NaN
  if (!data && error) return <RetryNote query={query} failure="Failed to load the average" />
  if (!data || data.total_reviews === 0 || !Number.isFinite(rating)) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Stars rating={rating} decimals={2} />
      <span className="tabular text-ink-soft">from {plural(data.total_reviews, 'family', 'families')}</span>
    </span>
  )
}

function ReviewItem({ review, name, action }: { review: Review; name: string; action: ReactNode }) {
  return (
    <li className="flex gap-4 py-5 first:pt-0 last:pb-0">
      <Avatar name={review.caretaker_name} src={review.caretaker_avatar} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="font-sans font-semibold tracking-normal">{review.caretaker_name}</h3>
          <p className="text-13 text-ink-soft">{formatDate(review.created_at)}</p>
        </div>
        <Stars rating={review.rating} />
        {review.comment && <p className="mt-1.5 whitespace-pre-line">{review.comment}</p>}
        {!review.is_counted && (
          <p className="mt-1.5 text-13 text-ink-soft">
            {review.is_refunded ? 'Refunded · not counted in the average' : 'Not counted in the average'}
          </p>
        )}
        {review.reply && <ReviewReply reply={review.reply} name={name} />}
        {action && <div className="-ml-3 mt-1">{action}</div>}
      </div>
    </li>
  )
}
