import type { Answer, TestApp } from '../app.ts'
import { makeUser } from './accounts.ts'

/**
 * Searches for up to 100 caregivers, as a family that has just logged in: visitors get fewer, and moving the
 * clock ends sessions.
 */
export async function searchDirectory(app: TestApp, query: Record<string, string> = {}): Promise<Answer> {
  const { client } = await makeUser(app, { role: 'caretaker' })
  return client.get(`/api/auth/caregivers?${new URLSearchParams({ page_size: '100', ...query })}`)
}
