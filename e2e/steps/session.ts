/** Being logged in without the login screen: for tests that are about another screen. */
import { expect, type Page } from '../fixtures.ts'

const password = 'tendwell-demo'

/** People of the demo data. The first three have everything; the last waits for her verification. */
export const demo = {
  family: 'family@demo.tendwell.test',
  caregiver: 'caregiver@demo.tendwell.test',
  admin: 'admin@demo.tendwell.test',
  pendingCaregiver: 'mei.lin.chow@demo.tendwell.test',
} as const
export type DemoPerson = keyof typeof demo

interface Session {
  user: { id: number; full_name: string }
  access: string
  refresh: string
}

const sessions = new Map<DemoPerson, Promise<Session>>()

/** Logs a demo person in by the API, once a worker, and gives the session to every page of this context. */
export async function enterAs(page: Page, person: DemoPerson): Promise<Session> {
  const session = sessions.get(person) ?? logIn(page, person)
  sessions.set(person, session)
  const { user, access, refresh } = await session
  await page.context().addInitScript(
    (stored) => {
      // Once a tab: who logs out stays logged out. (An empty page, such as axe opens, has no storage.)
      if (location.protocol === 'about:' || sessionStorage.getItem('entered')) return
      sessionStorage.setItem('entered', 'yes')
      localStorage.setItem('tendwell.session', stored)
    },
    JSON.stringify({ user, token: access, refreshToken: refresh }),
  )
  return session
}

async function logIn(page: Page, person: DemoPerson): Promise<Session> {
  const answer = await page.request.post('/api/auth/login/', { data: { email: demo[person], password } })
  expect(answer.status()).toBe(200)
  return answer.json()
}

/** What the API answers a demo person, past the screens. */
export async function ask<Answer>(page: Page, person: DemoPerson, path: string): Promise<Answer> {
  const { access } = await enterAs(page, person)
  const answer = await page.request.get(path, { headers: { authorization: `Bearer ${access}` } })
  expect(answer.status(), path).toBe(200)
  return answer.json()
}

/** The calls a page makes that would change something, from here on: `POST /api/requests/`. */
export function writesOf(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) {
      writes.push(`${request.method()} ${pathname}`)
    }
  })
  return writes
}
