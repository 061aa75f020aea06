/** Families as caregivers see them. */
export { familiesRoutes } from './routes.ts'
