import type { UnknownAction } from '@reduxjs/toolkit'
import { type CaregiverDetail, caregiverDetail } from '@tendwell/contract/profiles/profiles'
import type { FetchApi } from '@tendwell/contract/rendering'
import { readPage } from '../../../lib/address/pages.ts'
import { caregiverApi } from '../../../shared/people/caregiver-api.ts'
import { readFilters, toSearchQuery } from '../filters/filters.ts'
import { readSearchResults, searchApi } from './search-api.ts'

type Dispatch = (action: UnknownAction) => unknown

/** Loads a caregiver's page into the API cache. @returns the caregiver, or null if there is none to show */
export async function loadCaregiver(
  dispatch: Dispatch,
  id: number,
  fetchApi: FetchApi,
): Promise<CaregiverDetail | null> {
  if (!Number.isInteger(id)) return null
  const { status, body } = await fetchApi(`/api/auth/caregivers/${id}/`)
  if (status === 404) return null
  if (status !== 200) throw new Error(`The caregiver could not be read (${status})`)
  const value = caregiverDetail.parse(body)
  dispatch(caregiverApi.util.upsertQueryEntries([{ endpointName: 'publicCaregiver', arg: id, value }]))
  return value
}

/**
 * Loads the search results into the API cache, unless the search is for a day: days are in the visitor's
 * zone, which only the browser knows.
 */
export async function loadSearch(
  dispatch: Dispatch,
  params: URLSearchParams,
  fetchApi: FetchApi,
): Promise<void> {
  const filters = readFilters(params)
  if (filters.availableOn) return
  const arg = toSearchQuery(filters, readPage(params))
  const { status, body } = await fetchApi(`/api/auth/caregivers/?${new URLSearchParams(arg)}`)
  if (status !== 200) return
  dispatch(
    searchApi.util.upsertQueryEntries([
      { endpointName: 'searchCaregivers', arg, value: readSearchResults(body) },
    ]),
  )
}
