/** A copy of one's own data, and closing, reopening and erasing an account. @see docs/rules/own-data.md */
import { readFile } from 'node:fs/promises'
import { unzip } from '../../server/test/zip.ts'
import { type Api, createPerson, demo, type Person } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { expectAccessible } from '../steps/accessibility.ts'
import { addBooking, addCaregiver } from '../steps/bookings.ts'
import { log } from '../steps/chat.ts'
import { logIn } from '../steps/sign-up.ts'
import { enterPassword } from '../steps/two-step.ts'

test.use({ product: 'own-data' })

const DAY_MINUTES = 24 * 60
const MINUTE_MS = 60_000
const CHATS = '/api/chat/conversations/create/'
const SECRET = 'The spare key is under the blue pot'

/** Asks to close the account on its screen. */
async function close(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Type your email to confirm').fill(email)
  await page.getByRole('button', { name: 'Close my account' }).click()
}

async function confirmPassword(page: Page, { password }: Person): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Enter your password to continue' })
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
}

const hasLeft = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is closed' })).toBeVisible()
  await expect(page.getByText(/It opens your account again until /)).toBeVisible()
  await expect(page).toHaveURL('/account/closed')
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
}

/** The link in the mail that says the account is closed. */
async function findLink(api: Api, { email }: Person): Promise<string> {
  const mail = await api.readMail(email, 'account is closed')
  return /\/reopen-account\?token=[\w-]+/.exec(mail)?.[0] ?? ''
}

const keep = (page: Page) => page.getByRole('button', { name: 'Keep my account' })

/** Makes a family with a conversation and a booking. */
async function addFamily(api: Api) {
  const person = createPerson('Fay')
  const family = await api.register(person)
  const caregiver = await addCaregiver(api, 'Cleo')
  const { conversation } = await api.call<{ conversation: { id: number } }>(family, 'POST', CHATS, {
    caregiver_id: caregiver.user.id,
    text: `Hello from ${person.name}`,
  })
  const answers = `/api/chat/conversations/${conversation.id}/messages/`
  await api.call(caregiver, 'POST', answers, { text: `See you soon, ${person.name}!` })
  const { id, windows } = await addBooking(api, family, caregiver)
  const endsAt = Date.parse(windows[0]?.end_utc ?? '')
  /** From now until closing no longer waits for the visit. */
  const minutesUntilFree = () => Math.ceil((endsAt - api.now()) / MINUTE_MS) + DAY_MINUTES + 60
  return { person, family, caregiver, conversation, bookingId: id, minutesUntilFree }
}

test('the copy of a family’s data is mailed, and holds nothing of another family', async ({
  openPage,
  api,
}) => {
  const { person, family, caregiver } = await addFamily(api)
  const stranger = createPerson('Otto')
  const message = { caregiver_id: caregiver.user.id, text: SECRET }
  await api.call(await api.register(stranger), 'POST', CHATS, message)
  const page = await openPage(family)
  await page.goto('/account')
  const panel = page.getByRole('region', { name: 'Your data' })
  await panel.getByRole('button', { name: 'Prepare a copy' }).click()
  const mail = await api.readMail(person.email, 'data is ready')
  const [link = ''] = /\/account#your-data/.exec(mail) ?? []
  await page.goto('/')
  await page.goto(link)
  // By then a stolen session could be at work, so the password is asked for again.
  await api.advanceClock(11)
  const started = page.waitForEvent('download')
  await panel.getByRole('button', { name: /^Download \(\d+ KB\)$/ }).click()
  await confirmPassword(page, person)
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^tendwell-data-\d{4}-\d\d-\d\d\.zip$/)
  const files = await unzip(await readFile(await download.path()))
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['README.txt', 'account.json', 'messages.json', 'requests.json']),
  )
  const text = [...files.values()].join('\n')
  for (const own of [person.name, person.email, 'Hello from']) expect(text).toContain(own)
  for (const foreign of [stranger.name, stranger.email, SECRET, caregiver.user.email, 'See you soon']) {
    expect(text).not.toContain(foreign)
  }
})

test('closing waits for the visit and the money, and the mailed link opens the account again', async ({
  openPage,
  api,
}) => {
  const { person, family, minutesUntilFree } = await addFamily(api)
  const page = await openPage(family)
  await page.goto('/account')

  await test.step('closing waits for the visit and the money, and says so', async () => {
    await page.getByRole('link', { name: 'Close account' }).click()
    const list = page.getByRole('list', { name: 'What to settle first' })
    await expect(list).toContainText('You have 1 visit ahead')
    await expect(list).toContainText(/We’re still holding \$\d+\.\d\d you paid/)
    await expect(page.getByRole('button', { name: 'Close my account' })).toHaveCount(0)
    await expectAccessible(page, 'a closing that has to wait')
    const fresh = await api.logIn(person)
    const refused = await api.fetch(fresh, 'POST', '/api/account/close/', { email: person.email })
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'account_in_use'])
  })

  await test.step('a day after the visit it is closed, with the password', async () => {
    // In two halves, because a login ends after 30 days without a visit.
    const half = Math.ceil(minutesUntilFree() / 2)
    await api.advanceClock(half)
    await page.reload()
    await expect(page.getByRole('list', { name: 'What to settle first' })).toBeVisible()
    await api.advanceClock(half)
    await page.reload()
    await expect(page.getByLabel('Type your email to confirm')).toBeVisible()
    await expectAccessible(page, 'the form that closes an account')
    await close(page, person)
    await confirmPassword(page, person)
    await hasLeft(page)
    await enterPassword(page, person)
    const refusal = page
      .getByRole('main')
      .getByText(/^You closed this account\. You can open it again with the link in our email until /)
    await expect(refusal).toBeVisible()
  })

  await test.step('the mailed link opens it again, by a press', async () => {
    await page.goto(await findLink(api, person))
    await expectAccessible(page, 'the page that opens an account again')
    await keep(page).click()
    await expect(page.getByText('Welcome back', { exact: true })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await logIn(page, person)
  })
})

test('a closed account is erased after 14 days, and others keep what they had without the name', async ({
  openPage,
  api,
}) => {
  const { person, family, caregiver, conversation, bookingId, minutesUntilFree } = await addFamily(api)
  const lastName = person.name.split(' ')[1] ?? ''
  await api.advanceClock(minutesUntilFree())
  await api.call(await api.logIn(person), 'POST', '/api/account/close/', { email: person.email })

  await test.step('then nothing opens it again', async () => {
    const link = await findLink(api, person)
    await api.advanceClock(14 * DAY_MINUTES + 20)
    await api.findMail(person.email, 'data was erased')
    const page = await openPage()
    await enterPassword(page, person)
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await page.goto(link)
    await keep(page).click()
    await expect(page.getByText(/you’re welcome to sign up again/)).toBeVisible()
  })

  await test.step('the caregiver keeps the conversation and the visit, without the name', async () => {
    const { email } = caregiver.user
    const theirs = await openPage(await api.logIn({ email, password: person.password }))
    await theirs.goto(`/chat?conversationId=${conversation.id}`)
    await expect(theirs.getByRole('heading', { name: 'Former member' })).toBeVisible()
    await expect(log(theirs)).toContainText('Removed, because this person closed their account')
    await expect(log(theirs)).toContainText('See you soon, Former member!')
    await expect(theirs.getByRole('main')).not.toContainText(lastName)
    await theirs.goto(`/caregiver/bookings/${bookingId}`)
    await expect(theirs.getByRole('heading', { level: 1, name: 'Booking with Former member' })).toBeVisible()
    await expect(theirs.getByRole('main')).not.toContainText(lastName)
  })

  await test.step('the console finds no such name, and has a report by number', async () => {
    const console = await openPage(await api.logIn(demo.admin))
    await console.goto(`/admin?q=${lastName}`)
    await expect(console.getByText('No parents', { exact: true })).toBeVisible()
    await console.goto(`/admin/audit?q=${lastName}`)
    await expect(console.getByText('No entries', { exact: true })).toBeVisible()
    await console.getByRole('link', { name: 'Erasures' }).click()
    const number = `#${family.user.id}`
    const row = console.getByRole('table', { name: 'Erased accounts' }).getByRole('row', { name: number })
    await expectAccessible(console, 'the erased accounts')
    await row.getByRole('button', { name: `What was erased of person ${number}` }).click()
    const report = console.getByRole('dialog', { name: `Person ${number}` })
    await expect(report.getByRole('region', { name: 'What was erased' })).toContainText('Messages')
    await expectAccessible(console, 'the report of an erasure')
    await report.getByRole('button', { name: 'Close' }).click()
    await row.getByRole('link', { name: `Person ${number}` }).click()
    await expect(console.getByRole('heading', { level: 1, name: 'Former member' })).toBeVisible()
    await expect(console.getByRole('main')).not.toContainText(lastName)
    await console.getByRole('button', { name: 'Find a record' }).click()
    await console.getByRole('dialog').getByRole('searchbox').fill(lastName)
    await expect(console.getByText(`Nothing found for “${lastName}”.`)).toBeVisible()
  })
})
