/** Families as caregivers see them. */
export { hasContact } from './queries.ts'
export { familiesRoutes } from './routes.ts'
