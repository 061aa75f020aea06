/** Blocks between a family and a caregiver. */

export { blocksData } from './personal-data.ts'
export {
  blockExists,
  hasBlocked,
  isBlockedBetween,
  isPairBlocked,
  listBlocksAgainst,
  listIdsBlockedEitherWay,
} from './queries.ts'
export { blocksRoutes } from './routes.ts'
export { lockPairUnlessBlocked } from './store.ts'
