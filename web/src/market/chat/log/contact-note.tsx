import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'

/**
 * Below a message with contact details, a way to pay elsewhere or a known scam, before the first paid booking
 * of the two.
 */
export function ContactNote({ isOwn }: { isOwn: boolean }) {
  return (
    <p
      className={`mt-1 flex gap-1.5 px-1 text-13 text-ink-soft sm:max-w-[75%] ${isOwn ? 'max-w-[85%]' : ''}`}
    >
      <ShieldCheck className="mt-0.5 size-4 shrink-0 text-gold" />
      <span>
        {isOwn && 'Your message has contact details, or looks like a payment elsewhere. '}Keep payments on
        Tendwell to stay protected.{' '}
        <Link to={paths.whyPayHere} className="font-semibold text-forest underline underline-offset-4">
          Why?
        </Link>
      </span>
    </p>
  )
}
