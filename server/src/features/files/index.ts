/** Uploaded files: accepting, storing and serving them. */
export {
  type AcceptedFile,
  acceptAvatar,
  acceptDocument,
  acceptEvidence,
  toContent,
} from './accepted-file.ts'
export { eraseFiles, keepFiles, releaseFiles } from './commands.ts'
export { copyStorage } from './copy.ts'
export { claimStorage, WrongStorageError } from './installation.ts'
export { filesJobs } from './jobs.ts'
export { createFileLink } from './links.ts'
export { filesData } from './personal-data.ts'
export { type FileRow, listFiles } from './queries.ts'
export { filesRoutes } from './routes.ts'
export { setAvatarHidden } from './store.ts'
export { sweepStorage } from './sweep.ts'
export { files } from './tables.ts'
export { registerUploadRoutes, TEMPORARY_PREFIX, type Upload, withUploads } from './uploads.ts'
