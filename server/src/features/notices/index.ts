export { defineMail, handleMails, type Mail, queueMail } from './mail.ts'
