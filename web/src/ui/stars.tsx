import { Star } from 'lucide-react'
import { formatCount } from '../lib/format/format-count.ts'

interface StarsProps {
  /** 0 to 5. */
  rating: number
  /** Shows the rating beside the stars with this many decimals: 1 on cards, 2 on a profile. */
  decimals?: 0 | 1 | 2
  /** The number of reviews, shown in parentheses. */
  count?: number
  /** Shows one star instead of five, to save room. */
  isCompact?: boolean
}

/** Shows a rating. */
export function Stars({ rating, decimals, count, isCompact = false }: StarsProps) {
  const shown = decimals === undefined ? null : rating.toFixed(decimals)
  return (
    <span className="relative inline-flex items-center gap-1.5">
      <span className="sr-only">Rated {shown ?? rating} of 5</span>
      <span aria-hidden="true" className="relative inline-flex text-gold">
        <Row isFilled={isCompact} stars={isCompact ? 1 : 5} />
        {!isCompact && (
          <span
            className="absolute inset-y-0 left-0 overflow-hidden"
            style={{ width: `${(rating / 5) * 100}%` }}
          >
            <Row isFilled />
          </span>
        )}
      </span>
      {shown !== null && (
        <span aria-hidden="true" className="tabular font-semibold">
          {shown}
        </span>
      )}
      {count !== undefined && (
        <span className="tabular text-13 text-ink-soft">
          ({formatCount(count)}
          <span className="sr-only">{count === 1 ? ' review' : ' reviews'}</span>)
        </span>
      )}
    </span>
  )
}

function Row({ isFilled, stars = 5 }: { isFilled: boolean; stars?: number }) {
  return (
    <span className="flex w-max gap-0.5">
      {[1, 2, 3, 4, 5].slice(0, stars).map((star) => (
        <Star key={star} className={`size-4 ${isFilled ? 'fill-gold' : ''}`} strokeWidth={1.75} />
      ))}
    </span>
  )
}
