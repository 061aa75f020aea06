import { type Location, matchPath } from 'react-router'
import { paths } from '../../shared/routes/paths.ts'

const screens = [paths.caregiver(':id'), paths.book(':id'), paths.checkout(':id')]

/**
 * Whether a screen has an action bar of its own at the bottom of a phone: with an open conversation, its
 * message field.
 */
export function hasOwnBar({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  if (pathname === paths.chat) return search !== ''
  return screens.some((screen) => matchPath(screen, pathname))
}
