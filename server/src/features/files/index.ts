/** Uploaded files: accepting, storing and serving them. */
export {
  type AcceptedFile,
  acceptAvatar,
  acceptDocument,
  acceptEvidence,
  toContent,
} from './accepted-file.ts'
export { keepFiles, releaseFiles } from './commands.ts'
export { copyStorage } from './copy.ts'
export { claimStorage, WrongStorageError } from './installation.ts'
export { filesJobs } from './jobs.ts'
export { createFileLink } from './links.ts'
export { filesRoutes } from './routes.ts'
export { sweepStorage } from './sweep.ts'
export { files } from './tables.ts'
export { registerUploadRoutes, type Upload, withUploads } from './uploads.ts'
