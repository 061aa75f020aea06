import { DISPUTE_LABEL_PREFIX } from '@tendwell/contract/safety/dispute-types'

/** `DPT-12`. */
export function disputeLabel(id: number | string): string {
  return `${DISPUTE_LABEL_PREFIX}${id}`
}
