import { useEffect } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { ResetForm } from '../features/accounts/reset-form.tsx'
import { paths } from '../lib/paths.ts'
import { Lamp } from '../ui/scenes/lamp.tsx'
import { toast } from '../ui/toast.ts'

export function Component() {
  const [params] = useSearchParams()
  const token = (params.get('token') ?? '').trim()
  if (token === '') return <NoToken />
  return (
    <AuthFrame
      title="Reset Password"
      lead="Choose a new password. Every device that is logged in will be asked for it."
      scene={<Lamp />}
      saying="The door is yours again, and the light is on."
      footer={
        <p className="flex min-h-11 flex-wrap items-center gap-x-1.5">
          The link works once, for one hour.
          <Link to={paths.forgotPassword} className="text-link inline-flex min-h-11 items-center">
            Ask for a new one
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
    // One toast, though an effect runs twice in React's strict mode.
    toast.error('Invalid reset link', { id: 'invalid-reset-link' })
  }, [])
  return <Navigate to={paths.forgotPassword} replace />
}
