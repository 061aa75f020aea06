import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import type { Review } from '@tendwell/contract/reviews'
import { useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { formatDate, plural } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Stars } from '../../ui/stars.tsx'
import { useCaregiverReviewsQuery, useRatingSummaryQuery } from './api.ts'

/** What families wrote of a caregiver, the newest first. */
export function FamilyReviews({ caregiverId, name }: { caregiverId: number; name: string }) {
  const [page, setPage] = useState(1)
  const { data, currentData, error, refetch } = useCaregiverReviewsQuery({ caregiverId, page })
  const shown = currentData ?? data
  return (
    <Panel
      title="Family Reviews"
      actions={<Summary caregiverId={caregiverId} />}
      isLoading={!shown && !error}
      skeleton={<SkeletonRows rows={LIST_PAGE_SIZES.reviews} />}
      error={
        error &&
        !currentData && {
          title: 'Failed to load reviews',
          detail: messageOf(error, '') || undefined,
          onRetry: refetch,
        }
      }
      empty={
        shown?.count === 0 && (
          <EmptyState
            title="No reviews yet"
            hint={`Families can review ${name} once a booked time has ended.`}
          />
        )
      }
    >
      <ul
        aria-busy={!currentData}
        className={`divide-y divide-line transition-opacity ${currentData ? '' : 'opacity-50'}`}
      >
        {shown?.results.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      <Pagination
        label="Reviews"
        page={page}
        pageSize={LIST_PAGE_SIZES.reviews}
        count={shown?.count ?? 0}
        onPage={setPage}
      />
    </Panel>
  )
}

function Summary({ caregiverId }: { caregiverId: number }) {
  const { data } = useRatingSummaryQuery(caregiverId)
  const rating = data?.average_rating ?? Number.NaN
  if (!data || data.total_reviews === 0 || !Number.isFinite(rating)) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Stars rating={rating} decimals={2} />
      <span className="tabular text-ink-soft">from {plural(data.total_reviews, 'review')}</span>
    </span>
  )
}

function ReviewItem({ review }: { review: Review }) {
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
      </div>
    </li>
  )
}
