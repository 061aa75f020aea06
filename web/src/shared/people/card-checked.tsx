import { CreditCard } from 'lucide-react'

/**
 * What a caregiver reads of a family that has paid with a card in its name.
 * @see docs/rules/profiles-and-files.md#card-checked
 */
export function CardChecked({ className = '' }: { className?: string }) {
  return (
    <p className={`flex items-start gap-2 text-left text-13 text-ink-soft ${className}`}>
      <CreditCard className="mt-0.5 size-4 shrink-0 text-forest" />
      <span>
        <strong className="font-semibold text-ink">Identity: card checked.</strong> The name given with a card
        that paid on Tendwell matches this name. Banks don’t confirm that name, and we haven’t checked an ID.
      </span>
    </p>
  )
}
