import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import type { OwnReview } from '@tendwell/contract/reviews/reviews'
import { Link } from 'react-router'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { formatDate } from '../../lib/format/format.ts'
import { ReviewReply } from '../../shared/reviews/review-reply.tsx'
import { useOwnReviewsQuery } from '../../shared/reviews/reviews-api.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListPanel } from '../../ui/list-panel.tsx'
import { Stars } from '../../ui/stars.tsx'

/** The reviews that this family has written, newest first. */
export function WrittenReviews() {
  const list = usePagedQuery(
    useOwnReviewsQuery,
    {},
    { pageSize: LIST_PAGE_SIZES.ownReviews, pageKey: 'written_page' },
  )
  return (
    <ListPanel
      title="Your reviews"
      label="Written reviews"
      list={list}
      failure="Failed to load reviews"
      empty={<EmptyState title="No reviews yet" hint="Your reviews help other families choose." />}
    >
      {(reviews) => (
        <ul aria-label="Written reviews" className="divide-y divide-line">
          {reviews.map((review) => (
            <WrittenReview key={review.id} review={review} />
          ))}
        </ul>
      )}
    </ListPanel>
  )
}

function WrittenReview({ review }: { review: OwnReview }) {
  return (
    <li className="flex gap-4 py-5 first:pt-0 last:pb-0">
      <Avatar name={review.caregiver_name} src={review.caregiver_avatar} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="font-sans font-semibold tracking-normal">
            <Link to={paths.caregiver(review.caregiver_id)} className="text-link">
              {review.caregiver_name}
            </Link>
          </h3>
          <p className="text-13 text-ink-soft">{formatDate(review.created_at)}</p>
        </div>
        <Stars rating={review.rating} />
        {review.comment && <p className="mt-1.5 whitespace-pre-line wrap-anywhere">{review.comment}</p>}
        {review.is_refunded && (
          <p className="mt-1.5 text-13 text-ink-soft">Refunded · not counted in the average</p>
        )}
        {review.reply && <ReviewReply reply={review.reply} name={review.caregiver_name} />}
        {review.is_hidden && (
          <p className="mt-1.5 text-13 text-ink-soft">We removed this review. Only you can see it.</p>
        )}
      </div>
    </li>
  )
}
