export { VerifyEmail as Component } from '../features/accounts/verify-email.tsx'
