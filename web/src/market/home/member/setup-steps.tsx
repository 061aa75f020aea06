import type { HomeResponse, SetupStep } from '@tendwell/contract/bookings/home'
import { ChevronRight, Circle, CircleCheck, Clock } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'

interface Step {
  label: string
  /** Where to do it; null while it can't be done. */
  to: string | null
  /** It is somebody else's turn. */
  isWaiting?: boolean
}

const done: Record<SetupStep, string> = {
  profile: 'Profile complete',
  documents: 'ID uploaded',
  verification: 'Verified',
  availability: 'Hours set',
}

function describeStep(step: SetupStep, { missing, verification_status: status }: HomeResponse): Step {
  if (step === 'profile') return { label: 'Complete your profile', to: paths.caregiverProfile }
  if (step === 'documents') return { label: 'Upload your ID', to: paths.caregiverDocuments }
  if (step === 'availability') {
    return missing.includes('verification')
      ? { label: 'Set your hours after that', to: null }
      : { label: 'Set your hours', to: paths.availability }
  }
  if (status === 'rejected') return { label: 'Not verified: see why', to: paths.caregiverProfile }
  if (status === 'flagged') return { label: 'Your profile is under review', to: null }
  if (missing.includes('documents')) return { label: 'We check your ID after that', to: null }
  return {
    label: 'We’re checking your ID: what to do meanwhile',
    to: paths.caregiverProfile,
    isWaiting: true,
  }
}

const row = 'flex min-h-11 items-center gap-3'

/** What a caregiver needs to be booked: what is done, what to do, and what waits. @see docs/rules/home.md */
export function SetupSteps({ home }: { home: HomeResponse }) {
  const steps = Object.keys(done) as SetupStep[]
  const missing = home.missing.length
  return (
    <>
      <h2 className="text-21">
        {missing === 1 ? 'One step left to be booked' : `${missing} steps left to be booked`}
      </h2>
      <ul className="mt-2">
        {steps.map((step) => {
          if (!home.missing.includes(step)) {
            return (
              <li key={step} className={`${row} text-ink-soft`}>
                <CircleCheck className="size-5 shrink-0 text-forest" />
                {done[step]}
              </li>
            )
          }
          const { label, to, isWaiting = false } = describeStep(step, home)
          return (
            <li key={step}>
              {to === null ? (
                <span className={`${row} text-ink-soft`}>
                  <Clock className="size-5 shrink-0" />
                  {label}
                </span>
              ) : (
                <Link
                  to={to}
                  className={`${row} group rounded-control ${isWaiting ? 'text-ink-soft' : 'font-semibold'}`}
                >
                  {isWaiting ? (
                    <Clock className="size-5 shrink-0" />
                  ) : (
                    <Circle className="size-5 shrink-0 text-gold" />
                  )}
                  <span className="flex-1 group-hover:underline">{label}</span>
                  <ChevronRight className="size-5 shrink-0 text-ink-soft" />
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
