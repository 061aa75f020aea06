/** Creates requests that are ready to pay, through the API. */
import { expect, type Page } from '../fixtures.ts'
import { type Person, register } from './accounts.ts'

interface Session {
  user: { id: number; full_name: string }
  access: string
  refresh: string
}
interface Slot {
  start: string
  end: string
  start_utc: string
  end_utc: string
}

const DAY_MS = 86_400_000
export const DEMO_PASSWORD = 'tendwell-demo'

async function logInByApi(page: Page, email: string, password: string): Promise<Session> {
  const answer = await page.request.post('/api/auth/login/', { data: { email, password } })
  expect(answer.status()).toBe(200)
  return answer.json()
}

/** Logs a person in through the API and stores the session in this page's context. */
export async function enter(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Session> {
  const session = await logInByApi(page, email, password)
  await page.goto('/help')
  await page.evaluate(
    (stored) => localStorage.setItem('tendwell.session', stored),
    JSON.stringify({ user: session.user, token: session.access, refreshToken: session.refresh }),
  )
  return session
}

/** Calls the API with a person's session and expects success. */
export async function call<Answer>(
  page: Page,
  { access }: Pick<Session, 'access'>,
  path: string,
  send?: { method: 'POST' | 'PATCH'; data?: object },
): Promise<Answer> {
  const answer = await page.request.fetch(path, {
    headers: { authorization: `Bearer ${access}` },
    ...send,
  })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** A caregiver's first free slot from three weeks ahead, which no other test uses. */
async function freeSlot(page: Page, as: Session, caregiverId: number): Promise<Slot & { date: string }> {
  for (let days = 21; days < 90; days += 1) {
    const date = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
    const path = `/api/availability/day?user_id=${caregiverId}&date=${date}&timezone=UTC`
    const { slots } = await call<{ slots: Slot[] }>(page, as, path)
    if (slots[0]) return { ...slots[0], date }
  }
  throw new Error('The demo caregiver has no free day')
}

/** Creates an accepted, unpaid request of a new family. @returns the request's id, its slot, and the caregiver's session */
export async function acceptedRequest(page: Page, family: Person, caregiverEmail: string) {
  const caregiver = await logInByApi(page, caregiverEmail, DEMO_PASSWORD)
  await register(page, family)
  const session = await logInByApi(page, family.email, family.password)
  const slot = await freeSlot(page, session, caregiver.user.id)
  const { date, start, end } = slot
  const { id } = await call<{ id: number }>(page, session, '/api/requests/', {
    method: 'POST',
    data: { caregiver_id: caregiver.user.id, timezone: 'UTC', windows: [{ date, start, end }] },
  })
  const data = { status: 'accepted' }
  await call(page, caregiver, `/api/requests/${id}/status/`, { method: 'PATCH', data })
  return { requestId: id, slot, caregiver }
}
