import type { User } from '@tendwell/contract/sign-in/accounts'
import type { SessionState } from '../src/lib/session/session.ts'

function person(id: number, role: User['role'], name: string): User {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.test`
  return { id, role, full_name: name, email, avatar: null, profile_complete: true }
}

export const family = person(1, 'caretaker', 'Fay Hart')
export const caregiver = person(2, 'caregiver', 'Nora Lind')
export const admin = person(3, 'admin', 'Ada Moss')

/** The session of someone who is logged in. */
export function sessionOf(user: User): SessionState {
  return { user, token: 'access', refreshToken: 'refresh' }
}
