import { useEffect } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { Lamp } from '../../../ui/scenes/lamp.tsx'
import { toast } from '../../../ui/toast.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { ResetForm } from './reset-form.tsx'

export function ResetPasswordPage() {
  const [params] = useSearchParams()
  const token = (params.get('token') ?? '').trim()
  if (token === '') return <NoToken />
  return (
    <AuthFrame
      title="Reset Password"
      lead="Choose a new password. You’ll be logged out on all your devices."
      scene={<Lamp />}
      saying="Your bookings and messages are right where you left them."
      footer={
        <p className="flex min-h-11 flex-wrap items-center gap-x-1.5">
          The link works once and expires after one hour.
          <Link to={paths.forgotPassword} className="text-link inline-flex min-h-11 items-center">
            Request a new one
          </Link>
        </p>
      }
    >
      <ResetForm key={token} token={token} />
    </AuthFrame>
  )
}

function NoToken() {
  useEffect(() => {
    // The id keeps it to one toast, since strict mode runs effects twice.
    toast.error('Invalid reset link', { id: 'invalid-reset-link' })
  }, [])
  return <Navigate to={paths.forgotPassword} replace />
}
