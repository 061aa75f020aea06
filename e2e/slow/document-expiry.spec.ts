/** A certificate runs out: reminders, unlisting, renewal, and who opened it. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PersonRecord } from '@tendwell/contract/admin-people'
import { addDays, HOUR_MS, MINUTE_MS, startOfDate, toLocalDate } from '@tendwell/contract/time'
import { type Api, createPerson, demo, type Person, type Session } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { expectAccessibleInBoth } from '../steps/accessibility.ts'

test.use({ product: 'document-expiry' })

const file = (name: string) => fileURLToPath(new URL(`../files/${name}`, import.meta.url))
const DAY_MINUTES = 24 * 60
const ZONE = 'America/New_York'

/** Makes a caregiver with a certificate on file. */
async function addCaregiver(api: Api, person: Person): Promise<Session> {
  const caregiver = await api.register(person, 'caregiver')
  const form = new FormData()
  const picture = new Blob([await readFile(file('document.png'))], { type: 'image/png' })
  form.set('certificate', picture, 'certificate.png')
  await api.call(caregiver, 'POST', '/api/auth/caregiver/documents/', form)
  return caregiver
}

test('a certificate expires: reminders, unlisted on the day, renewed and listed again', async ({
  openPage,
  api,
}) => {
  const person = createPerson('Rosa')
  const now = await api.advanceClock(0)
  // Whole days from noon end far from midnight, also after a clock change.
  const noon = startOfDate(addDays(toLocalDate(now, ZONE), 1), ZONE) + 12 * HOUR_MS
  const start = await api.advanceClock(Math.ceil((noon - now) / MINUTE_MS))
  const { user } = await addCaregiver(api, person)
  const expiresOn = addDays(toLocalDate(start, ZONE), 70)
  const isListed = async () =>
    (await api.fetch(null, 'GET', `/api/auth/caregivers/${user.id}/`)).status === 200
  let support = await openPage(await api.logIn(demo.admin))

  await test.step('support verifies the caregiver, with the expiry date of the certificate', async () => {
    await support.goto(`/admin/verification/${user.id}?document=certificate`)
    await expect(support.getByRole('img', { name: `Certificate of ${person.name}` })).toBeVisible()
    await support.getByLabel('Expires on').fill(expiresOn)
    await support.getByRole('button', { name: 'Mark as OK' }).click()
    await expect(support.getByText(/^Expires on /)).toBeVisible()
    await support.getByRole('button', { name: `Verify ${person.name}` }).click()
    await expect(support.getByText('Caregiver verified successfully')).toBeVisible()
    expect(await isListed()).toBe(true)
  })

  await test.step('reminders come 60, 30 and 7 days before', async () => {
    const readReminder = () => api.readMail(person.email, 'Your certificate expires on')
    let left = 70
    for (const days of [60, 30, 7]) {
      await api.advanceClock((left - days) * DAY_MINUTES)
      left = days
      await expect.poll(readReminder).toContain(`in ${days} days, on`)
      expect(await readReminder()).toContain('/caregiver/profile#documents')
    }
    expect(await isListed()).toBe(true)
  })

  await api.advanceClock(7 * DAY_MINUTES)
  const caregiver = await openPage(await api.logIn(person))
  const banner = caregiver.getByRole('main').getByText(/^Your certificate expired on /)
  await test.step('on the day the caregiver is unlisted and reads why', async () => {
    expect(await isListed()).toBe(false)
    expect(await api.readMail(person.email, 'Your certificate has expired')).toContain('Upload a new one')
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

  await test.step('the new certificate waits beside the old one', async () => {
    const chooser = caregiver.waitForEvent('filechooser')
    await caregiver.getByRole('button', { name: 'Upload new Certificate' }).click()
    await (await chooser).setFiles(file('certificate.pdf'))
    await expect(caregiver.getByText('New file: waiting for review')).toBeVisible()
    await expect(caregiver.getByText(/We’re checking the new one you uploaded/)).toBeVisible()
    await expectAccessibleInBoth(caregiver, 'the profile with a new certificate')
    expect(await isListed()).toBe(false)
  })

  await test.step('support accepts it, and the caregiver is listed again', async () => {
    support = await openPage(await api.logIn(demo.admin))
    await support.goto('/admin?verification=renewals')
    await support.getByRole('link', { name: `Review ${person.name}` }).click()
    const label = `Certificate of ${person.name}`
    await expect(support.getByRole('img', { name: `${label}, on file` })).toBeVisible()
    await expect(support.getByRole('img', { name: `${label}, new, page 1 of 1` })).toBeVisible()
    await support.getByLabel('Expires on').fill(addDays(expiresOn, 400))
    await support.getByRole('button', { name: 'Accept' }).click()
    await expect(support.getByText('New document accepted')).toBeVisible()
    // The fourth opening.
    await expect(support.getByRole('img', { name: `${label}, page 1 of 1`, exact: true })).toBeVisible()
    expect(await isListed()).toBe(true)
    await api.findMail(person.email, 'Your new document was accepted')
  })

  await test.step('the caregiver sees that it counts, and when staff opened the documents', async () => {
    await caregiver.reload()
    await expect(banner).toHaveCount(0)
    const openings = caregiver.getByRole('list', { name: 'Openings' })
    // The first file twice, and the new one beside it and once accepted.
    await expect(openings.getByText(/^Your certificate was opened by Tendwell staff on /)).toHaveCount(4)
    const admin = await api.logIn(demo.admin)
    const record = await api.call<PersonRecord>(admin, 'GET', `/api/admin-panel/people/${user.id}`)
    await expect(openings).not.toContainText(
      record.caregiver?.documents[0]?.check?.checked_by.name ?? 'staff name',
    )
  })
})
