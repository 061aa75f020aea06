import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { HeldHand } from '../../../ui/scenes/held-hand.tsx'
import { toast } from '../../../ui/toast.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { JoinForm } from './join-form.tsx'

export function StaffAcceptPage() {
  const [params] = useSearchParams()
  const token = (params.get('token') ?? '').trim()
  if (token === '') return <NoToken />
  return (
    <AuthFrame
      title="Join the staff"
      lead="Choose your name and a password. You’ll be logged in right away."
      scene={<HeldHand />}
      saying="Families and caregivers count on the people behind the console."
      footer={<p>The link works once. If it has expired, ask for a new one.</p>}
    >
      <JoinForm key={token} token={token} />
    </AuthFrame>
  )
}

function NoToken() {
  useEffect(() => {
    // The id keeps it to one toast, since strict mode runs effects twice.
    toast.error('Invalid invitation link', { id: 'invalid-invitation-link' })
  }, [])
  return <Navigate to={paths.login} replace />
}
