export { findPlace, listKnownNames, matchPlace } from './queries.ts'
export { placesRoutes } from './routes.ts'
