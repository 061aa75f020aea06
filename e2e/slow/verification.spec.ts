/** The life of one document: checked, expired, asked for again, renewed, declined and accepted. */
import type { PersonRecord } from '@tendwell/contract/console/people'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { type Api, createPerson, demo, type Person } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { expectAccessibleInBoth } from '../steps/accessibility.ts'
import { fillProfile } from '../steps/bookings.ts'
import { makeCertificate, makePicture, toPath, uploadPapers } from '../steps/papers.ts'

test.use({ product: 'verification' })

const DAY_MINUTES = 24 * 60

/** Makes a verified caregiver whose certificate expired two days ago. @returns whether families find them */
async function addExpired(api: Api, person: Person): Promise<() => Promise<boolean>> {
  const caregiver = await api.register(person, 'caregiver')
  await fillProfile(api, caregiver, person.name)
  await uploadPapers(api, caregiver, {
    certificate: await makeCertificate(),
    gov_id_front: await makePicture(),
    gov_id_back: await makePicture(),
  })
  const admin = await api.logIn(demo.admin)
  const path = `/api/admin-panel/caregivers/${caregiver.user.id}`
  const record = `/api/admin-panel/people/${caregiver.user.id}`
  const { caregiver: facts } = await api.call<PersonRecord>(admin, 'GET', record)
  const certificate = facts?.documents.find(({ kind }) => kind === 'certificate')
  const expires_on = addDays(toLocalDate(api.now(), 'UTC'), 10)
  const check = { file_id: certificate?.file_id, result: 'ok', expires_on }
  await api.call(admin, 'POST', `${path}/documents/certificate/check/`, check)
  await api.call(admin, 'POST', `${path}/verification/`, { verification_status: 'verified' })
  const profile = `/api/auth/caregivers/${caregiver.user.id}/`
  const isListed = async () => (await api.fetch(null, 'GET', profile)).status === 200
  expect(await isListed()).toBe(true)
  await api.advanceClock(12 * DAY_MINUTES)
  return isListed
}

const expiryBanner = (page: Page) => page.getByRole('main').getByText(/^Your certificate expired on /)

test('a certificate expires: the caregiver is unlisted, support asks again, and a new one is uploaded', async ({
  openPage,
  api,
}) => {
  const person = createPerson('Cora')
  const isListed = await addExpired(api, person)
  const caregiver = await openPage(await api.logIn(person))
  const banner = expiryBanner(caregiver)

  await test.step('the caregiver is unlisted, and reads why', async () => {
    expect(await isListed()).toBe(false)
    await caregiver.goto('/requests/incoming')
    await expect(banner).toBeVisible()
    await expectAccessibleInBoth(caregiver, 'the requests with an expired certificate')
    await caregiver.goto('/')
    await expect(caregiver.getByRole('heading', { name: /^Your certificate expired on / })).toBeVisible()
    await caregiver.getByRole('link', { name: 'Upload a new one' }).click()
    await expect(caregiver.getByRole('region', { name: 'Verification' })).toBeInViewport()
    await expect(banner).toBeVisible()
    await expectAccessibleInBoth(caregiver, 'the profile with an expired certificate')
  })

  const support = await openPage(await api.logIn(demo.admin))
  await support.goto('/admin')

  await test.step('the queue leads to the document', async () => {
    await support.getByRole('link', { name: /document expired or expiring soon/ }).click()
    const row = support.getByRole('table', { name: 'Expiring' }).getByRole('row', { name: person.name })
    await expect(row.getByText('Expired', { exact: true })).toBeVisible()
    await row.getByRole('link', { name: `Review ${person.name}` }).click()
  })

  await test.step('it opens in the viewer, by keyboard too', async () => {
    const page = support.getByRole('img', { name: `Certificate of ${person.name}, page 1 of 1` })
    await expect(page).toBeVisible()
    await support.getByRole('region', { name: `Certificate of ${person.name}, enlarged` }).focus()
    await support.keyboard.press('+')
    await expect(support.getByText('125%')).toBeVisible()
    await support.keyboard.press('p')
    await expect(support.getByRole('img', { name: `ID, back of ${person.name}` })).toBeVisible()
    await support.keyboard.press('n')
    await expect(page).toBeVisible()
    await expect(support.getByText(/^Expired on /)).toBeVisible()
  })

  await test.step('support asks for a new one', async () => {
    await support.getByRole('button', { name: 'Ask for a new copy' }).click()
    const dialog = support.getByRole('alertdialog')
    await expect(dialog.getByLabel('Reason *')).toBeFocused()
    await dialog.getByLabel('Reason *').fill('It has expired')
    await dialog.getByRole('button', { name: 'Ask for a new copy' }).click()
    await expect(support.getByText('New copy requested')).toBeVisible()
    const decisions = support.getByRole('region', { name: 'Decisions' })
    await expect(decisions.getByText('Asked for a document again')).toBeVisible()
    const mail = await api.readMail(person.email, 'upload a document again')
    expect(mail).toContain('your certificate')
    expect(mail).toContain('It has expired')
  })

  await test.step('the caregiver uploads it', async () => {
    await caregiver.goto('/caregiver/profile')
    const row = caregiver.getByRole('listitem').filter({ hasText: 'New copy needed' })
    await expect(row).toContainText('Certificate')
    await expect(row).toContainText('It has expired')
    const chooser = caregiver.waitForEvent('filechooser')
    await row.getByRole('button', { name: 'Upload new Certificate' }).click()
    await (await chooser).setFiles(toPath('document.png'))
    await expect(caregiver.getByText('New file: waiting for review')).toBeVisible()
    await expect(caregiver.getByText('New copy needed')).toHaveCount(0)
    await expectAccessibleInBoth(caregiver, 'the profile with a new certificate')
    expect(await isListed()).toBe(false)
  })
})

test('support sees the old and the new certificate side by side, declines that, and accepts the next one', async ({
  openPage,
  api,
}) => {
  const person = createPerson('Dora')
  const isListed = await addExpired(api, person)
  const session = await api.logIn(person)
  await uploadPapers(api, session, { certificate: await makePicture() })
  const caregiver = await openPage(session)
  const support = await openPage(await api.logIn(demo.admin))
  await support.goto('/admin')

  await test.step('support declines', async () => {
    await support.getByRole('link', { name: /renewals? to check/ }).click()
    const row = support.getByRole('table', { name: 'Renewals' }).getByRole('row', { name: person.name })
    await row.getByRole('link', { name: `Review ${person.name}` }).click()
    const certificate = `Certificate of ${person.name}`
    await expect(support.getByRole('img', { name: `${certificate}, on file, page 1 of 1` })).toBeVisible()
    await expect(support.getByRole('img', { name: `${certificate}, new` })).toBeVisible()
    await support.getByRole('button', { name: 'Decline' }).click()
    const dialog = support.getByRole('alertdialog')
    await expect(dialog.getByLabel('Reason *')).toBeFocused()
    await expectAccessibleInBoth(support, 'declining a new document')
    await dialog.getByLabel('Reason *').fill('The date is cut off')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    expect(await api.readMail(person.email, 'upload a different document')).toContain('The date is cut off')
  })

  await test.step('the caregiver uploads another, which support accepts', async () => {
    await caregiver.goto('/caregiver/profile')
    await expect(caregiver.getByRole('main').getByText('The date is cut off')).toBeVisible()
    const chooser = caregiver.waitForEvent('filechooser')
    await caregiver.getByRole('button', { name: 'Upload new Certificate' }).click()
    await (await chooser).setFiles(toPath('document.png'))
    await expect(caregiver.getByText('New file: waiting for review')).toBeVisible()
    await support.reload()
    await support.getByLabel('Expires on').fill('2199-01-31')
    await support.getByRole('button', { name: 'Accept' }).click()
    await expect(support.getByText('Expires on Jan 31, 2199')).toBeVisible()
    expect(await isListed()).toBe(true)
  })

  await test.step('the caregiver sees that it counts, and when staff opened the documents', async () => {
    await caregiver.reload()
    await expect(expiryBanner(caregiver)).toHaveCount(0)
    const openings = caregiver.getByRole('list', { name: 'Openings' })
    await expect(
      openings.getByText(/^Your certificate was opened by Tendwell staff on /).first(),
    ).toBeVisible()
  })
})
