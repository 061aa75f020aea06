import { BadgeCheck } from 'lucide-react'

/** A seal for caregivers of whom staff checked both sides of an ID. */
export function VerifiedSeal({ hasWord = false }: { hasWord?: boolean }) {
  if (hasWord) {
    return (
      <span className="inline-flex items-center gap-1.5 text-13 font-semibold text-gold-ink">
        <BadgeCheck className="size-5 shrink-0 text-gold" />
        Verified
      </span>
    )
  }
  return (
    <span className="inline-block align-[-0.15em] text-gold">
      <BadgeCheck className="size-5" />
      <span className="sr-only">Verified</span>
    </span>
  )
}
