export { VerifyEmail as VerifyEmailPage } from './verify-email.tsx'
