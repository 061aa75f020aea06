import type { Role, Side } from '@tendwell/contract/sign-in/accounts'

/** The user ids of the two members of a conversation. */
export type Members = { familyId: number; caregiverId: number }

/** The side of a role; null for admins, who don't chat. */
export function findSideOfRole(role: Role): Side | null {
  return role === 'admin' ? null : role
}

/** The side of a user in a conversation; null if they aren't a member. */
export function findSide(members: Members, userId: number): Side | null {
  if (members.familyId === userId) return 'caretaker'
  return members.caregiverId === userId ? 'caregiver' : null
}

export function getOtherSide(side: Side): Side {
  return side === 'caretaker' ? 'caregiver' : 'caretaker'
}

/** The members of a conversation of the user on a side with another user. */
export function toMembers(side: Side, userId: number, otherId: number): Members {
  return side === 'caretaker'
    ? { familyId: userId, caregiverId: otherId }
    : { familyId: otherId, caregiverId: userId }
}

/** The user id of the member on a side. */
export function getMemberId(members: Members, side: Side): number {
  return side === 'caretaker' ? members.familyId : members.caregiverId
}
