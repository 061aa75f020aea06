/**
 * The home page: what matters now to the person who is logged in, read through the doors of earlier slices.
 */
export { homeRoutes } from './routes.ts'
