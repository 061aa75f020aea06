import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { AuthFrame } from '../features/accounts/components/auth-frame.tsx'
import { JoinForm } from '../features/accounts/components/join-form.tsx'
import { paths } from '../shared/routes/paths.ts'
import { HeldHand } from '../ui/scenes/held-hand.tsx'
import { toast } from '../ui/toast.ts'

export function Component() {
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
