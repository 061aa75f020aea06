import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'

/** A listed caregiver as the public sees them. */
export function listedCaregiver(id: number, details: Partial<PublicCaregiver> = {}): PublicCaregiver {
  return {
    id,
    caregiver_profile_id: id,
    full_name: `Caregiver ${id}`,
    avatar: null,
    city: 'Paris',
    country: 'France',
    hourly_rate_usd: 40,
    languages: ['French'],
    skills: ['CPR'],
    description: 'Calm nights.',
    timezone: 'Europe/Paris',
    cancellation_policy: 'moderate',
    verification_status: 'verified',
    average_rating: null,
    total_reviews: 0,
    paper_checks: { id_checked_on: '2026-11-02', certificate: null },
    has_background_check: false,
    next_free_start: null,
    free_slots: [],
    distance_km: null,
    ...details,
  }
}
