export { getOwnReview } from './family-queries.ts'
export { reviewsRoutes } from './routes.ts'
export { insertReview } from './store.ts'
