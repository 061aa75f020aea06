import { listOf } from '../../../test/data.ts'
import { ownReviews } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { WrittenReviews } from './written-reviews.tsx'

export default { component: WrittenReviews }

const list = 'get /api/reviews/reviews/my_reviews/'

export const SeveralPages = answering(list, listOf(ownReviews, 8))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
