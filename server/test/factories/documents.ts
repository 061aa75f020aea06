/** Documents of caregivers, uploaded and checked through the API. */
import type { DocumentKind } from '@tendwell/contract/console/documents'
import type { DocumentField, OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { addDays, type LocalDate, toLocalDate, type Zone } from '@tendwell/contract/time'
import type { Answer, TestApp } from '../app.ts'
import { makeUser, type TestUser } from './accounts.ts'
import { logInAgain, makeCaregiver, makePicture, setVerificationStatus, toForm } from './profiles.ts'

const KINDS: Record<DocumentField, DocumentKind> = {
  gov_id_front: 'id_front',
  gov_id_back: 'id_back',
  certificate: 'certificate',
}

/** The date so many days from today in a zone. */
export function dayIn(app: TestApp, days: number, zone: Zone = 'UTC'): LocalDate {
  return addDays(toLocalDate(app.deps.clock.now().getTime(), zone), days)
}

/** Uploads a document of a caregiver. @param texts the call's other parts */
export async function uploadDocument(
  app: TestApp,
  caregiver: TestUser,
  field: DocumentField,
  texts: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.append(name, text)
  const content = await makePicture('png')
  for (const [name, file] of toForm({ [field]: { content, name: `${field}.png` } })) form.append(name, file)
  return (await logInAgain(app, caregiver)).upload('/api/auth/caregiver/documents', form)
}

/** A caregiver's own profile. */
export async function readProfile(app: TestApp, caregiver: TestUser): Promise<OwnCaregiverProfile> {
  return (await (await logInAgain(app, caregiver)).get('/api/auth/caregiver/profile')).body
}

/** A caregiver's documents as staff see them. */
export async function readDocuments(app: TestApp, caregiver: TestUser) {
  const { client } = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const { body } = await client.get(`/api/admin-panel/people/${caregiver.id}`)
  return body.caregiver.documents as {
    kind: DocumentKind
    file_id: string
    url: string
    check: { expires_on: string | null; is_expired: boolean; is_outdated: boolean } | null
    renewal: { file_id: string; url: string } | null
  }[]
}

/** Marks a document on file as fine. @param title what a certificate is */
export async function acceptCheck(
  app: TestApp,
  caregiver: TestUser,
  field: DocumentField,
  expiresOn: LocalDate | null,
  title = '',
): Promise<Answer> {
  const { client } = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const document = (await readDocuments(app, caregiver)).find(({ kind }) => kind === KINDS[field])
  const path = `/api/admin-panel/caregivers/${caregiver.id}/documents/${KINDS[field]}/check`
  const body = { file_id: document?.file_id, result: 'ok', title, expires_on: expiresOn, never_expires: true }
  return client.post(path, body)
}

/** Decides on a renewal, by default on the file that waits. */
export async function decideRenewal(
  app: TestApp,
  caregiver: TestUser,
  field: DocumentField,
  body: object,
): Promise<Answer> {
  const { client } = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const document = (await readDocuments(app, caregiver)).find(({ kind }) => kind === KINDS[field])
  const path = `/api/admin-panel/caregivers/${caregiver.id}/documents/${KINDS[field]}/renewal`
  return client.post(path, { file_id: document?.renewal?.file_id, ...body })
}

/**
 * Gives a caregiver documents that staff checked.
 * @param expiries the date of each; null for one that never expires
 */
export async function addCheckedDocuments(
  app: TestApp,
  caregiver: TestUser,
  expiries: Partial<Record<DocumentField, LocalDate | null>>,
): Promise<void> {
  for (const [field, expiresOn] of Object.entries(expiries) as [DocumentField, LocalDate | null][]) {
    requireSuccess(await uploadDocument(app, caregiver, field))
    requireSuccess(await acceptCheck(app, caregiver, field, expiresOn))
  }
  await setVerificationStatus(app, caregiver.id, 'verified')
}

function requireSuccess({ status, body }: Answer): void {
  if (status !== 200) throw new Error(`A document’s call answered ${status}: ${JSON.stringify(body)}`)
}

/** A listed caregiver with a certificate that expires so many days from today in their zone. */
export async function makeCertified(app: TestApp, days: number, timezone: Zone = 'UTC'): Promise<TestUser> {
  const caregiver = await makeCaregiver(app, { verified: false, timezone })
  await addCheckedDocuments(app, caregiver, { certificate: dayIn(app, days, timezone) })
  return caregiver
}
