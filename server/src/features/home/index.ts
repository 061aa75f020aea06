/** What matters now to the person who is signed in, read from the slices before. */
export { homeRoutes } from './routes.ts'
