import type { FetchApi } from '@tendwell/contract/rendering'
import type { RouteName } from '@tendwell/contract/routes'
import type { Params } from 'react-router'
import { caregiverMeta, searchMeta } from '../market/caregivers/search/page-meta.ts'
import { loadCaregiver, loadSearch } from '../market/caregivers/search/preload.ts'
import { privacyMeta, termsMeta } from '../market/help/page-meta.ts'
import { paths } from '../shared/routes/paths.ts'
import { loadAuthSettings } from '../shared/sign-in/preload.ts'
import { defaultMeta, type PageMeta } from './page-head.tsx'
import type { AppStore } from './store.ts'

interface LoadContext {
  store: AppStore
  fetchApi: FetchApi
  params: Params
  search: URLSearchParams
}

/** Puts the page's data into the store. @returns null if there is no such page */
type LoadPage = (context: LoadContext) => Promise<PageMeta | null>

/** The routes that the server renders. It sends all others empty, for the browser to render. */
export const serverPages: Partial<Record<RouteName, LoadPage>> = {
  home: async () => ({ ...defaultMeta, path: paths.home }),
  async caregivers({ store, fetchApi, search }) {
    await loadSearch(store.dispatch, search, fetchApi)
    return searchMeta()
  },
  async caregiver({ store, fetchApi, params }) {
    const caregiver = await loadCaregiver(store.dispatch, Number(params.caregiverId), fetchApi)
    return caregiver && caregiverMeta(caregiver)
  },
  async terms({ store, fetchApi }) {
    await loadAuthSettings(store.dispatch, fetchApi)
    return termsMeta
  },
  async privacy({ store, fetchApi }) {
    await loadAuthSettings(store.dispatch, fetchApi)
    return privacyMeta
  },
}
