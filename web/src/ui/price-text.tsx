import { formatMoney } from '../lib/format/format.ts'

interface PriceTextProps {
  usd: number | string | null | undefined
  /** After the amount, in softer ink: '/ hour'. */
  unit?: string
  size?: 'regular' | 'large' | 'huge'
}

const sizes = { regular: 'text-17', large: 'text-21', huge: 'text-40' }

/** An amount in the display font. In text and tables use formatMoney. */
export function PriceText({ usd, unit, size = 'regular' }: PriceTextProps) {
  return (
    <span className="whitespace-nowrap">
      <span className={`tabular font-display ${sizes[size]}`}>{formatMoney(usd)}</span>
      {unit && <span className="text-13 text-ink-soft"> {unit}</span>}
    </span>
  )
}
