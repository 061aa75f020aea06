import type { Answer, TestApp } from '../app.ts'
import { makeUser } from './accounts.ts'

/**
 * Lets another admin approve a change of the admins if it waits for one.
 * @returns the answer of the call that asked
 */
export async function approve(app: TestApp, asking: Promise<Answer>): Promise<Answer> {
  const asked = await asking
  if (asked.status !== 202) return asked
  const { client } = await makeUser(app, { role: 'admin' })
  const path = `/api/admin-panel/staff/changes/${asked.body.change.id}/decision`
  const { status, body } = await client.post(path, { decision: 'approve' })
  if (status !== 200) throw new Error(`The change was not approved: ${JSON.stringify(body)}`)
  return asked
}
