import type { Ask, KnownAnswer } from '@tendwell/contract/drawing'
import type { PublicCaregiver } from '@tendwell/contract/profiles'
import { foundOf } from './api.ts'
import { callOf, filtersFrom, pageFrom } from './filters.ts'

/** What a caregiver's page begins with. Null where there is none to be shown. */
export async function askForCaregiver(
  id: number,
  ask: Ask,
): Promise<(KnownAnswer & { value: PublicCaregiver }) | null> {
  const { status, answer } = await ask(`/api/auth/caregivers/${id}/`)
  if (status === 404) return null
  if (status !== 200) throw new Error(`The caregiver could not be read (${status})`)
  return { endpointName: 'publicCaregiver', arg: id, value: answer as PublicCaregiver }
}

/** What the search begins with. A day is the visitor's own, and only their browser knows their zone. */
export async function askForSearch(params: URLSearchParams, ask: Ask): Promise<KnownAnswer[]> {
  const filters = filtersFrom(params)
  if (filters.availableOn) return []
  const arg = callOf(filters, pageFrom(params))
  const { status, answer } = await ask(`/api/auth/caregivers/?${new URLSearchParams(arg)}`)
  return status === 200 ? [{ endpointName: 'searchCaregivers', arg, value: foundOf(answer) }] : []
}
