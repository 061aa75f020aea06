import { usdFromCents } from '@tendwell/contract/money'
import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import { Sparkles } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { BackgroundSeal } from '../../../shared/people/background-seal.tsx'
import { hourlyRateCents } from '../../../shared/people/hourly-rate.ts'
import { formatPlace } from '../../../shared/people/place.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { PillList } from '../../../ui/pill-list.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { describeDistance } from './distance.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { FreeHours } from './free-hours.tsx'
import { VerifiedSeal } from './verified-seal.tsx'

const languagesShown = 2
const skillsShown = 3

interface CaregiverCardProps {
  caregiver: PublicCaregiver
  /** Loads the picture eagerly, since a phone shows this card first. */
  isFirst?: boolean
  /** Says how far away they are, however far. */
  isNearest?: boolean
  /** The country of the place that the distance is from; without it the caregiver's. */
  country?: string | undefined
}

export function CaregiverCard({
  caregiver,
  isFirst = false,
  isNearest = false,
  country = caregiver.country,
}: CaregiverCardProps) {
  const { search } = useLocation()
  const distance = describeDistance(caregiver.distance_km, country, { isNearest })
  const languages = caregiver.languages.slice(0, languagesShown).join(' · ')
  return (
    <Card
      as="li"
      className="group relative flex gap-4 p-4 transition-colors hover:border-edge sm:flex-col sm:items-center sm:gap-5 sm:p-6 sm:text-center"
    >
      <Avatar name={caregiver.full_name} src={caregiver.avatar} size="card" isEager={isFirst} />
      <div className="flex min-w-0 flex-1 flex-col sm:w-full sm:items-center">
        <h2 className="pr-9 text-17 sm:px-4 sm:text-21">
          <Link
            to={paths.caregiver(caregiver.id)}
            state={{ search }}
            className="decoration-gold-thread underline-offset-4 outline-none group-hover:underline after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-forest"
          >
            {caregiver.full_name}
          </Link>{' '}
          {caregiver.paper_checks.id_checked_on && <VerifiedSeal />}
        </h2>
        {caregiver.has_background_check && (
          <p className="mb-0.5">
            <BackgroundSeal />
          </p>
        )}
        <p className="text-13 text-ink-soft sm:text-15">
          {distance ? `${caregiver.city} · ${distance}` : formatPlace(caregiver) || 'Location not listed'}
        </p>
        <p className="min-h-6 text-13 text-ink-soft max-sm:hidden">{languages}</p>
        {/* On phones only the pills of the first line. */}
        <PillList
          words={caregiver.skills}
          most={skillsShown}
          className="mt-2 max-sm:max-h-7 max-sm:overflow-hidden sm:mt-3 sm:justify-center"
        />
        {caregiver.match_reasons && caregiver.match_reasons.length > 0 && (
          <p className="mt-2 text-13 font-medium text-gold-ink sm:mt-3">
            <Sparkles className="mr-1.5 inline size-3.5 align-[-0.15em]" />
            {joinReasons(caregiver.match_reasons)}
          </p>
        )}
        <FreeHours caregiver={caregiver} isSearchedDay={new URLSearchParams(search).has('available_on')} />
        <div className="flex w-full flex-wrap items-end justify-between gap-x-3 gap-y-1 pt-2 sm:pt-3">
          <Rating caregiver={caregiver} />
          <PriceText
            usd={usdFromCents(hourlyRateCents(caregiver.hourly_rate_usd))}
            unit="/ hour"
            size="large"
          />
        </div>
      </div>
      <FavoriteButton
        id={caregiver.id}
        name={caregiver.full_name}
        className="absolute top-1.5 right-1.5 z-1 sm:top-3 sm:right-3"
      />
    </Card>
  )
}

/** `Newborn care for Otto, speaks Urdu`. Reasons begin with a capital, and none with a name. */
function joinReasons([first, ...others]: readonly string[]): string {
  return [first, ...others.map((reason) => reason.charAt(0).toLowerCase() + reason.slice(1))].join(', ')
}

function Rating({ caregiver }: { caregiver: PublicCaregiver }) {
  const { average_rating: rating, total_reviews: count } = caregiver
  if (rating === null || count === 0) return <span className="text-13 text-ink-soft">No reviews yet</span>
  return <Stars rating={rating} decimals={1} count={count} isCompact />
}

const skeletonClass = 'flex h-57 gap-4 p-4 sm:h-137 sm:flex-col sm:items-center sm:gap-5 sm:p-6'

/** Placeholders while the cards load. */
export function CaregiverCardsSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <Loading label="Loading caregivers…">
      <div className="grid gap-3 sm:grid-cols-2 sm:gap-5 xl:grid-cols-3">
        {Array.from({ length: cards }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never move
          <Card key={card} className={skeletonClass}>
            <Skeleton className="h-25 w-20 shrink-0 rounded-arch! sm:h-40 sm:w-32" />
            <div className="flex flex-1 flex-col sm:w-full sm:items-center">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="mt-3 h-4 w-28" />
              <Skeleton className="mt-5 h-7 w-full" />
              <Skeleton className="mt-auto h-5 w-full" />
            </div>
          </Card>
        ))}
      </div>
    </Loading>
  )
}
