import { usdFromCents } from '@tendwell/contract/money'
import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import type { ReactNode } from 'react'
import { hourlyRateCents } from '../../../shared/people/hourly-rate.ts'
import { PersonFacts } from '../../../shared/people/person-facts.tsx'
import { formatPlace } from '../../../shared/people/place.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { FavoriteButton } from '../card/favorite-button.tsx'
import { VerifiedSeal } from '../card/verified-seal.tsx'

interface CaregiverPortraitProps {
  caregiver: PublicCaregiver
  /** Opens the explanation of their background check. */
  badge?: ReactNode
  /** Buttons such as Book Now and Send Message. */
  action?: ReactNode
}

/** The caregiver's card beside their profile. */
export function CaregiverPortrait({ caregiver, badge, action }: CaregiverPortraitProps) {
  const { average_rating: rating, total_reviews: count } = caregiver
  return (
    <Card className="relative flex flex-col items-center p-6 text-center sm:p-8">
      <Avatar name={caregiver.full_name} src={caregiver.avatar} size="portrait" isEager />
      <h1 className="mt-5 text-28">{caregiver.full_name}</h1>
      {caregiver.paper_checks.id_checked_on && (
        <p className="mt-1">
          <VerifiedSeal hasWord />
        </p>
      )}
      {badge}
      <div className="mt-3">
        {rating !== null && count > 0 && <Stars rating={rating} decimals={2} count={count} />}
      </div>
      <PersonFacts place={formatPlace(caregiver)} languages={caregiver.languages} className="mt-4" />
      <div className="mt-5 w-full border-t border-line pt-5">
        <PriceText usd={usdFromCents(hourlyRateCents(caregiver.hourly_rate_usd))} unit="/ hour" size="huge" />
      </div>
      <FavoriteButton id={caregiver.id} name={caregiver.full_name} className="absolute top-3 right-3" />
      {action && <div className="mt-5 w-full">{action}</div>}
    </Card>
  )
}
