import type { ReactNode } from 'react'

interface DescriptionListProps {
  items: readonly { term: string; value: ReactNode; isTotal?: boolean }[]
}

/** Terms and values in two columns, as on a receipt or a profile. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className="divide-y divide-line">
      {items.map(({ term, value, isTotal = false }) => (
        <div key={term} className="flex items-baseline justify-between gap-6 py-3 first:pt-0 last:pb-0">
          <dt className={isTotal ? 'font-semibold' : 'text-ink-soft'}>{term}</dt>
          <dd className={`tabular text-right ${isTotal ? 'font-display text-21' : 'font-medium'}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
