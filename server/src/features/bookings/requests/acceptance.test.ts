import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { bookHours, updateListing, utc } from '../../../../test/factories/availability.ts'
import { answerRequest, getRequest, makeRequest } from '../../../../test/factories/bookings.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('keeps the first of concurrent answers and rejects the others', async () => {
  const request = await makeRequest(app)
  const answers = await Promise.all(
    ['accepted', 'rejected', 'accepted', 'rejected', 'accepted', 'rejected'].map((status) =>
      answerRequest(request.caregiver, request.id, status),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  const won = answers.find(({ status }) => status === 200)
  const current = await getRequest(request)
  expect(current).toEqual(won?.body)
  expect(current.rejection_cause).toBe(current.status === 'rejected' ? 'caregiver' : null)
  const late = await answerRequest(request.caregiver, request.id, 'accepted')
  expect(late.body).toMatchObject({ code: 'conflict', detail: 'This request has already been answered' })
})

test('keeps a reason of a rejection, and of nothing else', async () => {
  const request = await makeRequest(app)
  const { caregiver, id } = request
  const answer = (body: object) => caregiver.client.patch(`/api/requests/${id}/status`, body)
  const wrong = await answer({ status: 'rejected', reason: 'I don’t like them' })
  expect([wrong.status, wrong.body.reason]).toEqual([400, ['Choose a reason from the list']])
  const accepting = await answer({ status: 'accepted', reason: 'hours' })
  expect([accepting.status, accepting.body.reason]).toEqual([400, ['Only a rejection has a reason']])
  expect(await getRequest(request)).toMatchObject({ status: 'submitted', reject_reason: null })
  expect((await answer({ status: 'rejected', reason: 'hours' })).status).toBe(200)
  expect(await getRequest(request)).toMatchObject({ status: 'rejected', reject_reason: 'hours' })
})

test('accepts several requests for the same hours', async () => {
  const first = await makeRequest(app)
  const second = await makeRequest(app, { caregiver: first.caregiver, windows: first.windows })
  expect((await answerRequest(first.caregiver, first.id, 'accepted')).status).toBe(200)
  expect((await answerRequest(first.caregiver, second.id, 'accepted')).status).toBe(200)
})

test('rejects accepting taken hours, and accepting by a caregiver who is no longer verified', async () => {
  const taken = await makeRequest(app)
  const date = taken.windows[0]?.date as string
  await bookHours(app, taken.caregiver.id, [utc(date, '10:00', '12:00')])
  const closed = await answerRequest(taken.caregiver, taken.id, 'accepted')
  expect(closed.status).toBe(409)
  expect(closed.body.detail).toBe('Another family has booked these times, so this request was closed')
  expect(await getRequest(taken)).toMatchObject({
    status: 'rejected',
    rejection_cause: 'conflict',
  })

  const unverified = await makeRequest(app)
  await updateListing(app, unverified.caregiver.id, { verificationStatus: 'flagged', isListed: false })
  const rejected = await answerRequest(unverified.caregiver, unverified.id, 'accepted')
  expect(rejected.status).toBe(403)
  expect(rejected.body.detail).toBe('Your profile is pending admin verification')
  expect((await answerRequest(unverified.caregiver, unverified.id, 'rejected')).status).toBe(200)
})
