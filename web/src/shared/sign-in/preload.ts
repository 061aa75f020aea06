import type { UnknownAction } from '@reduxjs/toolkit'
import type { FetchApi } from '@tendwell/contract/rendering'
import { authSettingsResponse } from '@tendwell/contract/sign-in/accounts'
import { accountsApi } from './sign-in-api.ts'

/** Loads the public settings into the API cache, if they can be read. */
export async function loadAuthSettings(
  dispatch: (action: UnknownAction) => unknown,
  fetchApi: FetchApi,
): Promise<void> {
  const { status, body } = await fetchApi('/api/auth/settings/')
  if (status !== 200) return
  const value = authSettingsResponse.parse(body)
  dispatch(accountsApi.util.upsertQueryEntries([{ endpointName: 'authSettings', arg: undefined, value }]))
}
