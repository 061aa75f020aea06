/**
 * Two-step sign-in: passkeys, an authenticator app, recovery codes, and the way back for someone who lost
 * them all.
 */
import { createPerson, demo } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { expectAccessibleInBoth } from '../steps/accessibility.ts'
import { send } from '../steps/screens.ts'
import { addStaff } from '../steps/staff.ts'
import {
  addApp,
  addAuthenticator,
  enterPassword,
  getLocalhost,
  logOut,
  nextCode,
  saveCodes,
  setUpApp,
} from '../steps/two-step.ts'

const secondStep = (page: Page) => page.getByRole('heading', { level: 1, name: 'Confirm it’s you' })
const loggedIn = (page: Page) => page.getByRole('button', { name: /^Account: / })

test('a passkey logs in alone and as the second step, and its removal asks for it again after a while', async ({
  openPage,
  api,
}) => {
  const person = createPerson('Pia')
  await api.register(person)
  const page = await openPage(null, { baseURL: getLocalhost(api) })
  await addAuthenticator(page)
  await enterPassword(page, person)
  await expect(loggedIn(page)).toBeVisible()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByLabel('Name')).toHaveValue(/^Chrome on /)
  await page.getByLabel('Name').fill('Desk computer')
  await expectAccessibleInBoth(page, 'adding a passkey')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleInBoth(page, 'the recovery codes')
  await saveCodes(page)
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys).toContainText('Desk computer')
  await expectAccessibleInBoth(page, '/account with two-step sign-in')

  await logOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(loggedIn(page)).toBeVisible()

  await logOut(page)
  await enterPassword(page, person)
  await expect(secondStep(page)).toBeVisible()
  await expectAccessibleInBoth(page, 'the second step with a passkey')
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(loggedIn(page)).toBeVisible()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Rename Desk computer' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename Desk computer' })
  await expectAccessibleInBoth(page, 'renaming a passkey')
  await renaming.getByLabel('Name').fill('Old computer')
  await renaming.getByRole('button', { name: 'Save name' }).click()
  await expect(passkeys).toContainText('Old computer')

  await api.advanceClock(11)
  await page.getByRole('button', { name: 'Remove Old computer' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Turn off two-step sign-in?' })).toBeVisible()
  await expectAccessibleInBoth(page, 'removing the last passkey')
  await page.getByRole('button', { name: 'Remove and turn off' }).click()
  const proof = page.getByRole('dialog', { name: 'Use your passkey to continue' })
  const passkey = proof.getByRole('button', { name: 'Use your passkey' })
  await expect(passkey).toBeVisible()
  await expect(page.getByText('Two-step sign-in is off', { exact: true })).toHaveCount(0)
  await expectAccessibleInBoth(page, 'confirming with a passkey')
  await passkey.click()
  await expect(proof).toHaveCount(0)
  await expect(passkeys).toHaveCount(0)
  await logOut(page)
  await enterPassword(page, person)
  await expect(loggedIn(page)).toBeVisible()
})

test('an app’s code is asked for, but not on a remembered device, and a recovery code works once', async ({
  page,
  openPage,
  api,
}) => {
  const person = createPerson('Otto')
  await api.register(person)
  await enterPassword(page, person)
  await expect(loggedIn(page)).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('link', { name: 'Open this page at localhost' })).toHaveAttribute(
    'href',
    `${getLocalhost(api)}/account`,
  )
  const { secret, codes } = await setUpApp(page, api)

  await logOut(page)
  await enterPassword(page, person)
  await expect(secondStep(page)).toBeVisible()
  await page.getByText('Remember this device for 30 days').click()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/isn’t right/)
  await expectAccessibleInBoth(page, 'the second step with a wrong code')
  await page.getByLabel('Code', { exact: true }).fill(await nextCode(api, secret))
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(loggedIn(page)).toBeVisible()

  await logOut(page)
  await enterPassword(page, person)
  await expect(loggedIn(page)).toBeVisible()

  const useRecoveryCode = async (other: Page) => {
    await enterPassword(other, person)
    await other.getByRole('button', { name: /Use a recovery code/ }).click()
    await other.getByLabel('Recovery code').fill(codes[0] ?? '')
    await other.getByRole('button', { name: 'Log In', exact: true }).click()
  }
  const other = await openPage()
  await useRecoveryCode(other)
  await expect(loggedIn(other)).toBeVisible()
  const third = await openPage()
  await useRecoveryCode(third)
  await expect(third.getByLabel('Recovery code')).toHaveAccessibleDescription(/already used/)
  await expectAccessibleInBoth(third, 'a used recovery code')

  await page.goto('/account')
  await expect(page.getByText('9 of 10 codes left.')).toBeVisible()
  await send(page, page.getByRole('button', { name: 'Forget remembered devices (1)' }))
  await logOut(page)
  await enterPassword(page, person)
  await expect(secondStep(page)).toBeVisible()
})

test('a request to end two-step sign-in waits a day, and another admin declines it', async ({
  page,
  openPage,
  api,
}) => {
  const person = createPerson('Lola')
  const session = await api.register(person)
  await addApp(api, session)
  const first = await openPage(await api.logIn(demo.admin))
  await openQuestion(first, session.user.id)
  await expectAccessibleInBoth(first, 'asking to end two-step sign-in')
  await ask(first)
  await expect(first.getByText('Needs another admin')).toBeVisible()
  await expect(first.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const second = await openPage(await addStaff(api, 'admin'))
  await second.goto('/admin')
  await second.getByRole('link', { name: /1 request to turn off two-step sign-in/ }).click()
  await expect(second.getByRole('table', { name: 'Open requests' })).toContainText(person.name)
  await expectAccessibleInBoth(second, '/admin/two-step-recoveries')
  await second.getByRole('link', { name: person.name }).click()
  await expect(second.getByText('Compared a video call with their ID', { exact: true })).toBeVisible()
  await expectAccessibleInBoth(second, 'an open request to end two-step sign-in')
  await expect(second.getByText(/^Can be approved from /)).toBeVisible()
  await expect(second.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await second.getByRole('button', { name: 'Decline' }).click()
  await send(second, second.getByRole('button', { name: 'Decline request', exact: true }))

  await enterPassword(page, person)
  await expect(secondStep(page)).toBeVisible()
})

async function openQuestion(page: Page, personId: number): Promise<void> {
  await page.goto(`/admin/people/${personId}`)
  await page.getByRole('button', { name: 'Ask to turn off two-step sign-in' }).click()
  await expect(page.getByLabel('Reason *')).toBeVisible()
}

/** Answers the open question. */
async function ask(page: Page): Promise<void> {
  await page.getByLabel('Reason *').fill('Compared a video call with their ID')
  await page.getByRole('button', { name: 'Ask another admin' }).click()
}
