import { type Api, createPerson, type Session } from '../api.ts'
import { expect, type Page } from '../fixtures.ts'
import { addCaregiver } from './bookings.ts'

export const box = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
export const log = (page: Page) => page.getByRole('log', { name: /^Messages with / })

export async function write(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await box(page).fill(text)
    await box(page).press('Enter')
  }
}

/** Opens the pages of a new caregiver and a new family, the latter on their empty conversation. */
export async function approach(api: Api, openPage: (session: Session) => Promise<Page>) {
  const person = await api.register(createPerson('Family'))
  const caregiver = await addCaregiver(api, 'Carla')
  const [family, caregiverPage] = [await openPage(person), await openPage(caregiver)]
  await family.goto(`/chat?caregiverId=${caregiver.user.id}`)
  await expect(family.getByText(`Say hello to ${caregiver.user.full_name}`)).toBeVisible()
  return { family, caregiver: caregiverPage, name: person.user.full_name }
}
