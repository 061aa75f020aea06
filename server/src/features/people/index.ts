export { AUTHENTICATED, PUBLIC } from './access.ts'
export { type AccountMail, defineAccountMail, defineAdminMail, queueAdminMails } from './account-mail.ts'
export { activationMail } from './activation/notices.ts'
export { type AuditRow, auditList, countLongUnsealed, listOpenedSubjects } from './audit/console.ts'
export { isGivenAwayEntry, listAuditEntries } from './audit/queries.ts'
export { sealAuditLog } from './audit/sealing.ts'
export { audit, auditCounted, countAudited } from './audit/store.ts'
export { auditLog } from './audit/tables.ts'
export { auditMetrics } from './audit/unsealed.ts'
export { verifyAuditLogAt } from './audit/verify.ts'
export {
  deleteBan,
  firstBannedAt,
  type HashedTrait,
  insertBan,
  isBannedEmail,
  listBansOfOthers,
  listTraitHashes,
  toHashedTrait,
} from './bans/bans.ts'
export { changePhone, deleteOldPhones, listPhoneHashes, listUsersOfPhoneHashes } from './bans/phones.ts'
export { bans } from './bans/tables.ts'
export { normalizeTrait, type Trait } from './bans/trait.ts'
export { insertConsents } from './consents/store.ts'
export { consents } from './consents/tables.ts'
export { type AgreedVersions, toAgreedVersions } from './consents/versions.ts'
export { searchPeople, userList } from './console.ts'
export { deleteBatch } from './delete-batch.ts'
export { findErasedAt } from './erased.ts'
export { findInactiveError } from './inactive-account.ts'
export { peopleJobs } from './jobs.ts'
export {
  isOfPerson,
  matchesEitherParty,
  matchesNumberOrParty,
  matchesUser,
  readNumber,
  selectUsers,
} from './list-filters.ts'
export { createMailedToken, requireMailedToken } from './mailed-links.ts'
export {
  deleteExpiredMailedTokens,
  insertMailedToken,
  type MailedLinkPurpose,
  markMailedTokensUsed,
  renewMailedToken,
  spendMailedToken,
} from './mailed-token-store.ts'
export { allowErasure, eraseNamesFromAudit, eraseUser, peopleData, stripUser } from './personal-data.ts'
export {
  findMailedToken,
  findMailNames,
  findNames,
  findOpenMailedToken,
  findPeople,
  findShownName,
  findShownPeople,
  findUser,
  findUserByEmail,
  listActiveStaff,
  listConfirmedEmails,
  listEndedSuspensions,
} from './queries.ts'
export { peopleRoutes } from './routes.ts'
export {
  insertUser,
  lockActiveAdmins,
  lockUser,
  markEmailVerified,
  renameUser,
  replaceSignup,
  saveTimezone,
  setAvatar,
  setDisownedAt,
  setEmail,
  setPassword,
  setPhoneVerifiedAt,
  setProfileComplete,
  setStaffRole,
  setTwoStepAt,
  takeUserId,
  updateClosedAt,
  updateIsActive,
} from './store.ts'
export { users } from './tables.ts'
export { hashToken } from './token-hash.ts'
export {
  getErasureDueTime,
  isErased,
  mustSetUpTwoStep,
  type Photo,
  shownName,
  toAvatarUrl,
  toUserResponse,
  type UserRow,
} from './user.ts'
