import type { Dispute } from '@tendwell/contract/disputes'
import { DISPUTE_TYPES } from '@tendwell/contract/reference'

/** `Payment Related`. */
export function typeLabel(type: Dispute['type']): string {
  return DISPUTE_TYPES.find(({ value }) => value === type)?.label ?? type
}
