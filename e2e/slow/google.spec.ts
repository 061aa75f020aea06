/** Continuing with Google, with a fake Google script and a fake response; the server's checks have their own tests. */
import { createPerson } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'

const failed = 'Google authentication failed'
const button = { name: 'Continue with Google' }

/** A fake of the parts of Google's script that we use: a button that returns an ID token. It may run twice. */
const script = `{
  let notify
  window.google = { accounts: { id: {
    initialize: ({ client_id, callback }) => { notify = () => callback({ credential: 'id-token-for-' + client_id }) },
    renderButton: (parent, { text }) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Google: ' + text
      button.onclick = () => notify()
      parent.replaceChildren(button)
    },
  } } }
}`

/** Configures a Google client id and fakes Google. @returns the bodies that the page sends to the server */
async function withGoogle(page: Page, answer: { status?: number; json: object }): Promise<object[]> {
  const sent: object[] = []
  await page.route('https://accounts.google.com/gsi/client?*', (route) =>
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
  test(`without a client id, the Google button on ${path} shows an error and stays usable`, async ({
    page,
  }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== '127.0.0.1') foreign.push(request.url())
    })
    await page.goto(path)
    await page.getByRole('button', button).click()
    await expect(page.getByText(failed)).toBeVisible()
    await expect(page.getByRole('button', button)).toBeEnabled()
    await expect(page).toHaveURL(path)
    expect(foreign, 'nothing is loaded from Google').toEqual([])
  })
}

test('signing up with Google creates a caretaker unless an account type was chosen', async ({ openPage }) => {
  const page = await openPage(null, { bypassCSP: true })
  const sent = await withGoogle(page, { status: 400, json: {} })
  await page.goto('/signup')
  await expect(page.getByRole('radio', { name: 'Caregiver' })).toBeChecked()
  await page.getByRole('button', { name: 'Google: continue_with' }).click()
  await expect(page.getByText(failed)).toBeVisible()
  await page.getByText('I offer care').click()
  await expect(page.getByText('Continuing with Google creates a caregiver account.')).toBeVisible()
  await page.getByRole('button', { name: 'Google: continue_with' }).click()
  await expect.poll(() => sent).toHaveLength(2)
  const said = {
    credential: 'id-token-for-ours',
    timezone: 'America/New_York',
    terms_version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    privacy_version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  }
  expect(sent).toEqual([
    { ...said, role: 'caretaker' },
    { ...said, role: 'caregiver' },
  ])
})

for (const { role, from, place } of [
  { role: 'caregiver', from: '/login?next=/bookings', place: '/caregiver/profile' },
  { role: 'caretaker', from: '/login', place: '/' },
  { role: 'caretaker', from: '/login?next=/bookings', place: '/bookings' },
]) {
  test(`a ${role} with an incomplete profile goes from ${from} to ${place} after Google login`, async ({
    openPage,
    page: real,
  }) => {
    const page = await openPage(null, { bypassCSP: true })
    const email = `${role === 'caretaker' ? 'family' : role}@demo.tendwell.test`
    const login = await real.request.post('/api/auth/login/', { data: { email, password: 'tendwell-demo' } })
    const { user, ...tokens } = await login.json()
    const json = { message: 'Welcome back', user: { ...user, profile_complete: false }, ...tokens }
    await withGoogle(page, { json })
    await page.goto(from)
    await page.getByRole('button', { name: 'Google: continue_with' }).click()
    await expect(page.getByText('Welcome back', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(place)
    await expect(page.getByRole('button', { name: `Account: ${user.full_name}` })).toBeVisible()
  })
}

test('a rejected Google login shows the server’s message', async ({ openPage }) => {
  const page = await openPage(null, { bypassCSP: true })
  const detail = `The account of ${createPerson('Sia').email} has been deactivated`
  await withGoogle(page, { status: 403, json: { detail } })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Google: continue_with' }).click()
  await expect(page.getByText(detail)).toBeVisible()
})

test('the button shows an error when Google’s script does not load', async ({ openPage, problems }) => {
  problems.allow(/accounts\.google\.com|ERR_FAILED/)
  const page = await openPage(null, { bypassCSP: true })
  await withGoogle(page, { json: {} })
  await page.route('https://accounts.google.com/gsi/client?*', (route) => route.abort())
  await page.goto('/login')
  await page.getByRole('button', button).click()
  await expect(page.getByText(failed)).toBeVisible()
})
