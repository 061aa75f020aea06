import { listedCaregiver } from '../../../../test/caregivers.ts'
import { listOf, publicCaregiver } from '../../../../test/data.ts'
import { Results } from './results.tsx'

const found = listOf(
  [
    publicCaregiver,
    listedCaregiver(3, { full_name: 'Wilhelmina van der Westhuizen', city: 'Santiago de Compostela' }),
    listedCaregiver(4, { full_name: 'Emma Okafor', average_rating: 4.2, total_reviews: 3 }),
  ],
  43,
)
const args = { found: undefined, isStale: false, error: undefined, retry: () => {}, page: 1, goTo: () => {} }

export default { component: Results, args }

export const SeveralPages = { args: { found: { ...found, isExact: true } } }
export const Loading = {}
export const Failed = { args: { error: { status: 503, data: { detail: 'Please try again in a minute.' } } } }
