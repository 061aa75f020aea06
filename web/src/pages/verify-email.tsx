export { VerifyEmail as Component } from '../features/accounts/components/verify-email.tsx'
