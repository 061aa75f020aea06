/** Continuing with Google. Its script and its answer are stand-ins here; the server's checks have tests of their own. */
import { expect, type Page, test } from './fixtures.ts'
import { someone } from './steps/accounts.ts'

const failed = 'Google authentication failed'
const button = { name: 'Continue with Google' }

/** Google's script, as far as it is used: a button that answers with an ID token. */
const script = `
  let told
  window.google = { accounts: { id: {
    initialize: ({ client_id, callback }) => { told = () => callback({ credential: 'id-token-for-' + client_id }) },
    renderButton: (parent, { text }) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Google: ' + text
      button.onclick = () => told()
      parent.append(button)
    },
  } } }`

/** A browser where a client id is configured. @returns what the page sends to the server */
async function withGoogle(page: Page, answer: { status?: number; json: object }): Promise<object[]> {
  const sent: object[] = []
  await page.route('https://accounts.google.com/gsi/client', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.route('**/api/auth/settings/', (route) => route.fulfill({ json: { google_client_id: 'ours' } }))
  await page.route('**/api/auth/google/', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill(answer)
  })
  return sent
}

for (const path of ['/login', '/signup']) {
  test(`without a client id the button of ${path} stays and says that it failed`, async ({ page }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== '127.0.0.1') foreign.push(request.url())
    })
    await page.goto(path)
    await page.getByRole('button', button).click()
    await expect(page.getByText(failed)).toBeVisible()
    await expect(page.getByRole('button', button)).toBeEnabled()
    await expect(page).toHaveURL(path)
    expect(foreign, 'nothing of Google is loaded').toEqual([])
  })
}

test('who continues with Google is a caretaker unless the account type was touched', async ({ openPage }) => {
  const page = await openPage({ bypassCSP: true })
  const sent = await withGoogle(page, { status: 400, json: {} })
  await page.goto('/signup')
  await expect(page.getByRole('radio', { name: 'Caregiver' })).toBeChecked()
  await page.getByRole('button', { name: 'Google: continue_with' }).click()
  await expect(page.getByText(failed)).toBeVisible()
  await page.getByText('I offer care').click()
  await expect(page.getByText('With Google you join as a caregiver.')).toBeVisible()
  await page.getByRole('button', { name: 'Google: continue_with' }).click()
  await expect.poll(() => sent).toHaveLength(2)
  const said = { credential: 'id-token-for-ours', timezone: 'America/New_York' }
  expect(sent).toEqual([
    { ...said, role: 'caretaker' },
    { ...said, role: 'caregiver' },
  ])
})

for (const { role, isComplete, place } of [
  { role: 'caregiver', isComplete: false, place: '/caregiver/profile' },
  { role: 'caretaker', isComplete: false, place: '/' },
]) {
  test(`a ${role} who has continued with Google is taken to ${place}`, async ({ openPage, page: real }) => {
    const page = await openPage({ bypassCSP: true })
    const email = `${role === 'caretaker' ? 'family' : role}@demo.tendwell.test`
    const login = await real.request.post('/api/auth/login/', { data: { email, password: 'tendwell-demo' } })
    const { user, ...tokens } = await login.json()
    const json = { message: 'Welcome back', user: { ...user, profile_complete: isComplete }, ...tokens }
    await withGoogle(page, { json })
    await page.goto('/login?next=/bookings')
    await page.getByRole('button', { name: 'Google: continue_with' }).click()
    await expect(page.getByText('Welcome back', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(place)
    await expect(page.getByRole('button', { name: `Account: ${user.full_name}` })).toBeVisible()
  })
}

test('a refusal is told in the server’s words, and one without words in ours', async ({ openPage }) => {
  const page = await openPage({ bypassCSP: true })
  const detail = `The account of ${someone('Sia').email} has been deactivated`
  await withGoogle(page, { status: 403, json: { detail } })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Google: continue_with' }).click()
  await expect(page.getByText(detail)).toBeVisible()
})

test('where Google’s script cannot be had, the button fails like any other', async ({
  openPage,
  problems,
}) => {
  problems.allow(/accounts\.google\.com|ERR_FAILED/)
  const page = await openPage({ bypassCSP: true })
  await withGoogle(page, { json: {} })
  await page.route('https://accounts.google.com/gsi/client', (route) => route.abort())
  await page.goto('/login')
  await page.getByRole('button', button).click()
  await expect(page.getByText(failed)).toBeVisible()
})
