export { fillPlaces } from './gazetteer.ts'
export { placesData } from './personal-data.ts'
export { findPlace, listPlaceNames, matchPlace } from './queries.ts'
export { placesRoutes } from './routes.ts'
