/** Logs in without the login screen, for tests of other screens. */
import { expect, type Page } from '../../fixtures.ts'

const password = 'tendwell-demo'

/** People in the demo data. The first three have full data; the last is waiting for verification. */
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

/** Logs a demo person in through the API and stores the session in this page's context. */
export async function enterAs(page: Page, person: DemoPerson): Promise<Session> {
  const session = await logIn(page, person)
  const { user, access, refresh } = session
  await page.context().addInitScript(
    (stored) => {
      // Once per tab, so that logging out lasts. Blank pages, such as axe opens, have no storage.
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

/** Reads from the API as a demo person. */
export async function ask<Answer>(page: Page, person: DemoPerson, path: string): Promise<Answer> {
  const { access } = await enterAs(page, person)
  const answer = await page.request.get(path, { headers: { authorization: `Bearer ${access}` } })
  expect(answer.status(), path).toBe(200)
  return answer.json()
}

/** Collects the page's writes from now on, as `POST /api/requests/`. */
export function collectWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) {
      writes.push(`${request.method()} ${pathname}`)
    }
  })
  return writes
}
