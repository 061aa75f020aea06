import { ShieldCheck } from 'lucide-react'

/**
 * Shows that a caregiver has a valid background check.
 * @param isLink underlines it, where it opens the explanation
 */
export function BackgroundSeal({ isLink = false }: { isLink?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-13 font-semibold text-gold-ink">
      <ShieldCheck className="size-4 shrink-0 text-gold" />
      <span className={isLink ? 'underline decoration-gold-thread underline-offset-4' : ''}>
        Background check
      </span>
    </span>
  )
}
