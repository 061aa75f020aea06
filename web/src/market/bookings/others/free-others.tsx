import { usdFromCents } from '@tendwell/contract/money'
import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import { Link } from 'react-router'
import { formatMoney, getBrowserZone } from '../../../lib/format/format.ts'
import { toUtcTimes } from '../../../lib/format/instants.ts'
import { hourlyRateCents } from '../../../shared/people/hourly-rate.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { searchPath } from '../../../shared/visits/hours-path.ts'
import { calculatePrice, type Rates, type Selection, toWindows } from '../../../shared/visits/selection.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { RetryNote } from '../../../ui/retry-note.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { Others } from './use-others.ts'

export interface FreeOthersProps {
  others: Others
  /** The hours that are to be requested. */
  selection: Selection
  /** The first name of the caregiver whom the family books. */
  name: string
  /** Their rates; the fee is the same for all. */
  rates: Rates
}

/** Who else is free at the chosen hours, each with what it comes to, to be asked as well. */
export function FreeOthers({ others, selection, name, rates }: FreeOthersProps) {
  const { query, hasNone, chosen, choose } = others
  if (selection.length === 0) return <p className="text-13 text-ink-soft">Select times first.</p>
  if (query.error) return <RetryNote query={query} failure="Failed to load who else is free" />
  const found = hasNone ? query.data : query.currentData
  if (!found) return <SkeletonRows rows={2} />
  const { results } = found
  if (results.length === 0) {
    const [first] = toWindows(selection, getBrowserZone())
    return (
      <p className="text-13 text-ink-soft">
        No one else who does the same care is free then.{' '}
        <Link to={searchPath(first && toUtcTimes(first), found)} className="text-link">
          Find a caregiver
        </Link>
      </p>
    )
  }
  return (
    <>
      <ul className="flex flex-col gap-1">
        {results.map((caregiver) => (
          <li key={caregiver.id} className="flex items-start justify-between gap-3">
            <Checkbox
              value={chosen.some(({ id }) => id === caregiver.id)}
              onChange={(isChosen) => choose(caregiver.id, isChosen)}
              className="min-w-0"
            >
              <Offer caregiver={caregiver} selection={selection} rates={rates} />
            </Checkbox>
            <Link
              to={paths.caregiver(caregiver.id)}
              aria-label={`${caregiver.full_name}’s profile`}
              className="text-link py-2.5 text-13"
            >
              Profile
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-13 text-ink-soft">
        Prices differ. You pay only the one you book, and we withdraw the other requests then.
      </p>
      <p role="status" className="mt-1 text-13 font-semibold">
        {chosen.length === 0 && `Nobody chosen yet: only ${name} will be asked.`}
      </p>
    </>
  )
}

interface OfferProps extends Pick<FreeOthersProps, 'selection' | 'rates'> {
  caregiver: PublicCaregiver
}

/** A caregiver's name, rating, rate and what the hours come to. */
function Offer({ caregiver, selection, rates }: OfferProps) {
  const { full_name: name, average_rating: rating, hourly_rate_usd: rateUsd } = caregiver
  const rateCents = hourlyRateCents(rateUsd)
  const { totalCents } = calculatePrice(selection, { ...rates, rateCents })
  return (
    <span className="min-w-0">
      <span className="block font-semibold wrap-anywhere">{name}</span>
      <span className="tabular block text-13 text-ink-soft">
        {rating !== null && `${rating.toFixed(1)} ★ · `}
        {`${formatMoney(usdFromCents(rateCents))} an hour · `}
        <span className="font-semibold text-ink">{formatMoney(usdFromCents(totalCents))}</span>
      </span>
    </span>
  )
}
