/** How a slice defines the mails and notifications about what it does. @see docs/decisions/0024-notices.md */
export { type CalendarSubject, CONTACT, type Fact, type NoticeContent } from './content.ts'
export { fillVisitDay, renderFacts } from './facts.ts'
export { defineMail, handleMails, type Mail, queueMail } from './mail.ts'
export {
  fillNames,
  firstNamePlaceholder,
  listNamedIds,
  namePlaceholder,
  publicNamePlaceholder,
  toNameInSentence,
  toShownFirstName,
  VISIT_DAY,
} from './names.ts'
export {
  type DoneNotices,
  defineJobNotice,
  defineNotice,
  type EventNotice,
  type JobNotice,
  type Notice,
} from './notice.ts'
export { toQuote } from './quote.ts'
