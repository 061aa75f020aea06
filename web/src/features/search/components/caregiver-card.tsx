import { usdFromCents } from '@tendwell/contract/money'
import type { PublicCaregiver } from '@tendwell/contract/profiles'
import { toLocalDate } from '@tendwell/contract/time'
import { CalendarClock } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { now } from '../../../lib/clock.ts'
import { formatDay, getBrowserZone } from '../../../lib/format.ts'
import { toEpochMs } from '../../../lib/instants.ts'
import { paths } from '../../../lib/paths.ts'
import { formatPlace } from '../../../lib/place.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { PillList } from '../../../ui/pill-list.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { hourlyRateCents } from '../rate.ts'
import { VerifiedSeal } from './verified-seal.tsx'

const languagesShown = 2
const skillsShown = 3

interface CaregiverCardProps {
  caregiver: PublicCaregiver
  /** Loads the picture eagerly, since a phone shows this card first. */
  isFirst?: boolean
}

export function CaregiverCard({ caregiver, isFirst = false }: CaregiverCardProps) {
  const { search } = useLocation()
  const place = formatPlace(caregiver)
  const languages = caregiver.languages.slice(0, languagesShown).join(' · ')
  return (
    <Card
      as="li"
      className="group relative flex flex-col items-center p-6 text-center transition-colors hover:border-edge"
    >
      <Avatar name={caregiver.full_name} src={caregiver.avatar} size="portrait" isEager={isFirst} />
      <h2 className="mt-5 text-21">
        <Link
          to={paths.caregiver(caregiver.id)}
          state={{ search }}
          className="decoration-gold-thread underline-offset-4 outline-none group-hover:underline after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-forest"
        >
          {caregiver.full_name}
        </Link>{' '}
        <VerifiedSeal />
      </h2>
      <p className="text-ink-soft">{place || 'Location not listed'}</p>
      <p className="min-h-6 text-13 text-ink-soft">{languages}</p>
      <PillList words={caregiver.skills} most={skillsShown} className="mt-3 justify-center" />
      <NextFree start={caregiver.next_free_start} />
      <div className=" flex w-full items-end justify-between gap-3 pt-3">
        <Rating caregiver={caregiver} />
        <PriceText
          usd={usdFromCents(hourlyRateCents(caregiver.hourly_rate_usd))}
          unit="/ hour"
          size="large"
        />
      </div>
    </Card>
  )
}

function NextFree({ start }: { start: string | null | undefined }) {
  const isViewers = useHydrated()
  return (
    <p className={`mt-auto flex min-h-11 items-center gap-1.5 pt-5 text-13 ${isViewers ? '' : 'invisible'}`}>
      <CalendarClock className="size-4 shrink-0 text-gold" aria-hidden="true" />
      {isViewers && describeNextFree(start)}
    </p>
  )
}

/** `Next available Tue, Dec 1`, in this browser's zone. */
function describeNextFree(start: string | null | undefined): string {
  if (!start) return 'No availability yet'
  const zone = getBrowserZone()
  const date = toLocalDate(toEpochMs(start), zone)
  return date === toLocalDate(now(), zone)
    ? 'Available today'
    : `Next available ${formatDay(date, 'weekday')}`
}

function Rating({ caregiver }: { caregiver: PublicCaregiver }) {
  const { average_rating: rating, total_reviews: count } = caregiver
  if (rating === null || count === 0) return <span className="text-13 text-ink-soft">No reviews yet</span>
  return <Stars rating={rating} decimals={1} count={count} isCompact />
}

/** Placeholders while the cards load. */
export function CaregiverCardsSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <Loading label="Loading caregivers…">
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {Array.from({ length: cards }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never move
          <Card key={card} className="flex h-115 flex-col items-center p-6">
            <Skeleton className="h-40 w-32 rounded-arch!" />
            <Skeleton className="mt-6 h-5 w-40" />
            <Skeleton className="mt-3 h-4 w-28" />
            <Skeleton className="mt-5 h-7 w-full" />
            <Skeleton className="mt-auto h-5 w-full" />
          </Card>
        ))}
      </div>
    </Loading>
  )
}
