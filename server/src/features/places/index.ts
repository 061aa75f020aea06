export { fillPlaces } from './gazetteer.ts'
export { placesData } from './personal-data.ts'
export { findPlace, listKnownNames, matchPlace } from './queries.ts'
export { placesRoutes } from './routes.ts'
