export { getOwnReview } from './family-queries.ts'
export { recountRating, recountRatingsBy } from './rating.ts'
export { reviewsRoutes } from './routes.ts'
export { insertReview } from './store.ts'
