import { TriangleAlert } from 'lucide-react'
import { useOwnCaregiverProfileQuery } from '../../../shared/people/own-profile-api.ts'
import { formatAbout, formatTravel } from '../../../shared/people/travel.ts'

/** A visit is in the caregiver's city if the centers of the two are closer than this. */
const sameCityKm = 1

/**
 * How far a visit is from the caregiver who reads it, in the unit of their country, and whether they travel there.
 * @param km from city to city
 */
export function VisitDistance({ km }: { km: number }) {
  const { data: profile } = useOwnCaregiverProfileQuery()
  if (!profile) return null
  const { country, travel_km: travelKm } = profile
  return (
    <>
      <span className="block">
        {km < sameCityKm ? 'In your city' : `About ${formatAbout(km, country)} away`}
      </span>
      {travelKm !== null && km > travelKm && (
        <span className="flex items-start gap-1.5 text-13 font-semibold text-gold-ink">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" />
          {`Farther than the ${formatTravel(travelKm, country)} you travel`}
        </span>
      )}
    </>
  )
}
