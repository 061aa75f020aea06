import { DISPUTE_TYPES } from '@tendwell/contract/safety/dispute-types'
import type { Dispute } from '@tendwell/contract/safety/disputes'

/** `Payment Related`. */
export function typeLabel(type: Dispute['type']): string {
  return DISPUTE_TYPES.find(({ value }) => value === type)?.label ?? type
}
