/** Uploaded files: accepting, storing and serving them. */
export {
  type AcceptedFile,
  acceptAvatar,
  acceptDocument,
  acceptEvidence,
  toContent,
} from './checking/accepted-file.ts'
export { eraseFiles, keepFiles, releaseFiles } from './commands.ts'
export { filesJobs } from './jobs.ts'
export { fileNotices } from './notices.ts'
export { filesData } from './personal-data.ts'
export { type FileRow, findFiles, listFiles } from './queries.ts'
export { filesRoutes } from './routes.ts'
export { createFileLink } from './serving/links.ts'
export { setAvatarHidden } from './store.ts'
export { copyStorage } from './storing/copy.ts'
export { claimStorage, WrongStorageError } from './storing/installation.ts'
export { sweepStorage } from './storing/sweep.ts'
export { files } from './tables.ts'
export { registerUploadRoutes, TEMPORARY_PREFIX, type Upload, withUploads } from './uploading/uploads.ts'
