import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { sweepJobs } from './jobs.ts'
import { fileRoutes } from './routes.ts'

export { storeFile } from './commands.ts'
export { type Accepted, acceptAvatar, acceptDocument, acceptEvidence, inMemory } from './content.ts'
export { documentLink } from './links.ts'
export { deleteFiles, insertFile, type StoredFile } from './store.ts'
export { files } from './tables.ts'
export { type Upload, uploadRoutes, withUploads } from './uploads.ts'

export function filesRoutes(app: App, deps: Deps): void {
  fileRoutes(app, deps)
}

export function filesJobs(deps: Deps): void {
  sweepJobs(deps)
}
