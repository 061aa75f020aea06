import { paths, withQuery } from './paths.ts'

const parameter = 'next'
const origin = 'http://app.invalid'

/** The login screen's path, with the page to return to. */
export function loginPath(wanted: string): string {
  return withQuery(paths.login, { [parameter]: ownPath(wanted) === '/' ? undefined : ownPath(wanted) })
}

/** The page to open after login, from the login screen's query string; home if there is none. */
export function returnTo(search: string): string {
  return ownPath(new URLSearchParams(search).get(parameter))
}

/**
 * The path if it belongs to this app, else '/'. Browsers read `//x`, `/\x` and (once the dots are resolved) `/..//x` as
 * another host, so the text is resolved before it is checked.
 */
export function ownPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/')) return '/'
  let url: URL
  try {
    url = new URL(wanted, origin)
  } catch {
    return '/'
  }
  const path = url.pathname + url.search + url.hash
  if (url.origin !== origin || /^\/[/\\]/.test(path)) return '/'
  return path
}
