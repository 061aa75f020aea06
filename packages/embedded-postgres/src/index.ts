/** The door: a real PostgreSQL from npm, run as a child process. It imports nothing of the product. */
export { claimFolder, type FolderClaim } from './claim.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  openEmbeddedPostgres,
} from './embedded-postgres.ts'
export { isAlive, waitForEnd } from './process.ts'
