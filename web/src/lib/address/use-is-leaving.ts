import { useNavigation } from 'react-router'

/**
 * Whether another page is loading. Changing the address meanwhile would cancel that, so timers and effects
 * wait for it.
 */
export function useIsLeaving(): boolean {
  return useNavigation().state !== 'idle'
}
