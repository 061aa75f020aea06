/** What a family hears when staff flag its caregiver. @see docs/rules/bookings.md#when-a-person-is-removed */
import { formatShortDay } from '@tendwell/contract/format'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { cancelAsPreviewed } from '../../../../test/factories/cancellations.ts'
import { setVerificationStatus } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('says that the visits ahead are still on, and nothing of past and canceled ones', async () => {
  const days = [-7, 3, 5, 12].map((day) => dateIn(app, day))
  const request = await insertPaidRequest(app, {
    windows: days.map((date) => ({ date, start: '09:00', end: '11:00' })),
  })
  await cancelAsPreviewed(request.family, request, [request.bookingIds[1] as number])
  await setVerificationStatus(app, request.caregiver.id, 'flagged')
  await app.drain()
  const emails = await listEmailsTo(app, request.family.email)
  const [mail, ...others] = emails.filter(({ subject }) => subject.startsWith('We’re reviewing'))
  expect(others).toEqual([])
  const [past = '', canceled = '', next = ''] = days.map(formatShortDay)
  expect(mail?.subject).toMatch(new RegExp(`Your 2 visits from ${next} are still on$`))
  expect(mail?.text).toContain('Length: 4 hours')
  for (const day of [past, canceled]) expect(mail?.text).not.toContain(`${day},`)
})
