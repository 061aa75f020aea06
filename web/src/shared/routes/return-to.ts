import { routes } from '@tendwell/contract/routes'
import { matchPath, parsePath } from 'react-router'
import { paths, withQuery } from './paths.ts'

const parameter = 'next'
/** Where the own profile has the phone number. */
export const PHONE_ID = 'phone'
const origin = 'http://app.invalid'

/** The login screen's path, with the page to return to. */
export function loginPath(wanted: string): string {
  return withReturn(paths.login, wanted)
}

/** The sign-up screen's path, with the page to return to. */
export function signupPath(wanted: string): string {
  return withReturn(paths.signup, wanted)
}

/** The path of "Forgot Password?", with the page to return to. */
export function forgotPasswordPath(wanted: string): string {
  return withReturn(paths.forgotPassword, wanted)
}

/** The verification screen's path, with the page to return to. */
export function verifyEmailPath(wanted: string): string {
  return withReturn(paths.verifyEmail, wanted)
}

/** The phone number in a person's own profile, with the booking or checkout to return to. */
export function phonePath(profile: string, wanted: string): string {
  return `${withReturn(profile, wanted)}#${PHONE_ID}`
}

function withReturn(path: string, wanted: string): string {
  return withQuery(path, { [parameter]: toSafePath(wanted) === '/' ? undefined : toSafePath(wanted) })
}

/** The page to return to, from a screen's query string; home if there is none. */
export function returnTo(search: string): string {
  return toSafePath(new URLSearchParams(search).get(parameter))
}

/**
 * The path if it belongs to this app, else '/'. Browsers read `//x`, `/\x` and (once the dots are resolved)
 * `/..//x` as another host, so the text is resolved before it is checked.
 */
export function toSafePath(wanted: string | null | undefined): string {
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

/** Whether a page is for finding or booking a caregiver, so that a visitor there is a family. */
export function isFamilyPath(path: string): boolean {
  const { pathname = '', search = '' } = parsePath(path)
  if (matchPath(routes.chat.path, pathname)) return new URLSearchParams(search).has('caregiverId')
  return [routes.caregivers, routes.caregiver, routes.book].some((route) => matchPath(route.path, pathname))
}
