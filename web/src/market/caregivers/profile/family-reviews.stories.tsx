import { listOf, publicCaregiver } from '../../../../test/data.ts'
import { handle } from '../../../../test/handlers.ts'
import { reviews } from '../../../../test/lists.ts'
import { failing } from '../../../../test/stories.tsx'
import { FamilyReviews } from './family-reviews.tsx'

const { id, full_name: name } = publicCaregiver

export default { render: () => <FamilyReviews caregiverId={id} name={name} /> }

const list = `get /api/reviews/caregivers/${id}/reviews/` as const
const summary = `get /api/reviews/caregivers/${id}/rating-summary/` as const

export const SeveralPages = {
  parameters: {
    handlers: [
      handle(list, listOf(reviews, 14)),
      handle(summary, { total_reviews: 14, average_rating: 4.86 }),
    ],
  },
}
export const Empty = {
  parameters: {
    handlers: [handle(list, listOf([])), handle(summary, { total_reviews: 0, average_rating: null })],
  },
}
export const Loading = {}
export const Failed = failing(list)
