import {
  createSearchParams,
  type Location,
  type NavigateOptions,
  type URLSearchParamsInit,
  useLocation,
  useSearchParams,
} from 'react-router'

/** The last change, and where it was made. Until its page is rendered, a second change there builds on it. */
let latest: { from: Location; params: URLSearchParams } | null = null

/**
 * The search parameters of the URL. A change builds on the newest ones, even if the page of an earlier
 * change, made by another part of the screen, isn't rendered yet.
 */
export function useUrlParams() {
  const location = useLocation()
  const [params, setParams] = useSearchParams()
  /** @param build gets a copy of the newest parameters */
  const change = (
    build: (newest: URLSearchParams) => URLSearchParamsInit,
    options: Pick<NavigateOptions, 'replace' | 'state'>,
  ) => {
    const newest = latest?.from === location ? latest.params : params
    latest = { from: location, params: createSearchParams(build(new URLSearchParams(newest))) }
    setParams(latest.params, { preventScrollReset: true, ...options })
  }
  return { params, change, state: location.state }
}
