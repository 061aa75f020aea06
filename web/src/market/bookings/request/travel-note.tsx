import { useEffect, useState } from 'react'
import { usePublicCaregiverQuery } from '../../../shared/people/caregiver-api.ts'
import { formatAbout, formatTravel } from '../../../shared/people/travel.ts'
import { Banner } from '../../../ui/banner.tsx'
import type { AddressDraft } from './address-draft.ts'
import { useVisitDistanceQuery } from './visit-distance-api.ts'

const askAfterMs = 400

interface TravelNoteProps {
  caregiverId: number
  address: AddressDraft
}

/**
 * Says before a request is sent that the visit is farther away than the caregiver travels. It may be sent all the
 * same.
 */
export function TravelNote({ caregiverId, address }: TravelNoteProps) {
  const { currentData: caregiver } = usePublicCaregiverQuery(caregiverId)
  const city = useSettled(address.city.trim())
  const { country } = address
  const travelKm = caregiver?.travel_km ?? null
  const { currentData: km = null } = useVisitDistanceQuery(
    { caregiverId, city, country },
    { skip: travelKm === null || city === '' || country === '' },
  )
  const isTooFar = caregiver && travelKm !== null && km !== null && km > travelKm
  if (!isTooFar) return null
  return (
    <Banner tone="warning" title={`This visit is about ${formatAbout(km, caregiver.country)} away`}>
      {`${caregiver.full_name} travels up to ${formatTravel(travelKm, caregiver.country)}. You can still send your request.`}
    </Banner>
  )
}

/** A text as it was at first, and then shortly after each last keystroke. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), askAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
