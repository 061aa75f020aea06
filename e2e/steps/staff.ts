/** Adds staff through the API. */
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { type Api, createPerson, demo, type Session } from '../api.ts'

/** Invites a new colleague, who joins by the mailed link. */
export async function addStaff(api: Api, role: StaffRole): Promise<Session> {
  const { name, email, password } = createPerson(role === 'finance' ? 'Fiona' : 'Sue')
  const invitation = { email, staff_role: role }
  await api.call(await api.logIn(demo.admin), 'POST', '/api/admin-panel/staff/invitations', invitation)
  const mail = await api.readMail(email, 'Join the Tendwell staff')
  const [, token] = /\/staff\/accept\?token=([\w-]+)/.exec(mail) ?? []
  await api.call(null, 'POST', '/api/auth/staff/accept', { token, full_name: name, password })
  return api.logIn({ email, password })
}
