/** Blocks between a family and a caregiver. */

export { blocksData } from './personal-data.ts'
export {
  blockExists,
  hasBlocked,
  isBlocked,
  isBlockedBetween,
  listBlockedIds,
  listBlocksOf,
} from './queries.ts'
export { blocksRoutes } from './routes.ts'
export { lockPairUnlessBlocked } from './store.ts'
