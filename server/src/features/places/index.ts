export { fillPlaces } from './gazetteer.ts'
export { placesData } from './personal-data.ts'
export {
  findClearPlace,
  findNamedPlaces,
  findPlace,
  matchPlace,
  type NamedPlace,
  selectMeantPlace,
  selectNamesOfLargePlaces,
  selectPlacesInRegion,
} from './queries.ts'
export { placesRoutes } from './routes.ts'
