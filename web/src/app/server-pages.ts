import type { FetchApi } from '@tendwell/contract/rendering'
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

interface ServerPage {
  path: string
  /** Puts the page's data into the store. @returns null if there is no such page */
  load: (context: LoadContext) => Promise<PageMeta | null>
}

/** The pages that the server renders. It sends all others empty, for the browser to render. */
export const serverPages: readonly ServerPage[] = [
  { path: paths.home, load: async () => ({ ...defaultMeta, path: paths.home }) },
  {
    path: paths.caregivers,
    async load({ store, fetchApi, search }) {
      await loadSearch(store.dispatch, search, fetchApi)
      return searchMeta()
    },
  },
  {
    path: paths.terms,
    async load({ store, fetchApi }) {
      await loadAuthSettings(store.dispatch, fetchApi)
      return termsMeta
    },
  },
  {
    path: paths.privacy,
    async load({ store, fetchApi }) {
      await loadAuthSettings(store.dispatch, fetchApi)
      return privacyMeta
    },
  },
  {
    path: `${paths.caregivers}/:caregiverId`,
    async load({ store, fetchApi, params }) {
      const caregiver = await loadCaregiver(store.dispatch, Number(params.caregiverId), fetchApi)
      return caregiver && caregiverMeta(caregiver)
    },
  },
]
