import { useNavigation } from 'react-router'

/** Whether another page is loading. What changes the address meanwhile would open this page again instead. */
export function useIsLeaving(): boolean {
  return useNavigation().state !== 'idle'
}
