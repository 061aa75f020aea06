import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import type { OwnReview } from '@tendwell/contract/reviews'
import { Link } from 'react-router'
import { messageOf } from '../../lib/errors.ts'
import { formatDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Stars } from '../../ui/stars.tsx'
import { usePage } from '../../ui/use-page.ts'
import { useOwnReviewsQuery } from './api.ts'

/** What one has written of caregivers, the newest first. */
export function WrittenReviews() {
  const { page, setPage, learn } = usePage(LIST_PAGE_SIZES.ownReviews)
  const { data, currentData, error, refetch } = useOwnReviewsQuery({ page })
  learn(currentData?.count)
  return (
    <Panel
      title="Written by you"
      isLoading={!data && !error}
      skeleton={<SkeletonRows rows={3} />}
      error={
        error &&
        !data && {
          title: 'Failed to load reviews',
          detail: messageOf(error, '') || undefined,
          onRetry: refetch,
        }
      }
      empty={
        data?.count === 0 && (
          <EmptyState title="No reviews yet" hint="Your words help other families to choose." />
        )
      }
    >
      <ul
        aria-label="Written reviews"
        aria-busy={!currentData}
        className={`divide-y divide-line transition-opacity ${currentData ? '' : 'opacity-50'}`}
      >
        {data?.results.map((review) => (
          <WrittenReview key={review.id} review={review} />
        ))}
      </ul>
      <Pagination
        label="Written reviews"
        page={page}
        pageSize={LIST_PAGE_SIZES.ownReviews}
        count={data?.count ?? 0}
        onPage={setPage}
      />
    </Panel>
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
      </div>
    </li>
  )
}
