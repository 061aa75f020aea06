import { Link } from 'react-router'
import { paths } from '../routes/paths.ts'

const link = 'text-link inline-flex min-h-11 items-center'

/** A listed caregiver's ways to their page as families see it, and to their reviews, which they answer there. */
export function PublicLinks({ userId }: { userId: number }) {
  return (
    <>
      <Link to={paths.caregiver(userId)} className={link}>
        See your public page
      </Link>
      <Link to={paths.caregiverReviews(userId)} className={link}>
        Your reviews
      </Link>
    </>
  )
}
