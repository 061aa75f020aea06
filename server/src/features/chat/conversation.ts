import type { Role } from '@tendwell/contract/accounts'

/** The two sides of every conversation. */
export const SIDES = ['caretaker', 'caregiver'] as const
export type Side = (typeof SIDES)[number]

/** The two people of a conversation, by their user ids. */
export type Pair = { caretakerId: number; caregiverId: number }

/** The side that a role writes from; null for admins, who have no conversations. */
export function sideOfRole(role: Role): Side | null {
  return role === 'admin' ? null : role
}

/** The side that a person is on; null for anybody else's conversation. */
export function sideIn(pair: Pair, userId: number): Side | null {
  if (pair.caretakerId === userId) return 'caretaker'
  return pair.caregiverId === userId ? 'caregiver' : null
}

export function otherSide(side: Side): Side {
  return side === 'caretaker' ? 'caregiver' : 'caretaker'
}

/** Who is on a side. */
export function personOn(pair: Pair, side: Side): number {
  return side === 'caretaker' ? pair.caretakerId : pair.caregiverId
}
