import { toFirstName } from '@tendwell/contract/people/first-name'
import type { DisputeQuestion } from '@tendwell/contract/safety/disputes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { insertPaidRequest } from '../../../test/factories/booked.ts'
import { disputeRequest, type TestDispute } from '../../../test/factories/disputes.ts'

let app: TestApp
let support: TestUser
let dispute: TestDispute
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  dispute = await makeDispute()
})
afterAll(() => app.close())

const makeDispute = async () => disputeRequest(app, await insertPaidRequest(app))

const askSide = (side: string, text: string, { id } = dispute) =>
  support.client.post(`/api/admin-panel/disputes/${id}/questions`, { side, text })
const answerQuestion = ({ client }: TestUser, body: object, { id } = dispute) =>
  client.post(`/api/disputes/${id}/answers`, body)
const listQuestions = async (person: TestUser): Promise<DisputeQuestion[]> => {
  const path = person === support ? '/api/admin-panel/disputes' : '/api/disputes'
  return (await person.client.get(`${path}/${dispute.id}`)).body.questions
}
const listNotifications = async ({ client }: TestUser, type: string) => {
  await app.drain()
  const { body } = await client.get('/api/notifications?status=all')
  return body.results.filter((notification: { type: string }) => notification.type === type)
}

describe('a question', () => {
  it('reaches only the side it is for, in the bell and by mail', async () => {
    const { caregiver, family } = dispute.request
    const asked = await askSide('caregiver', '  When did you arrive?\nAnd when did you leave? ')
    expect(asked.status).toBe(201)
    const text = 'When did you arrive?\nAnd when did you leave?'
    expect(asked.body.questions).toMatchObject([{ side: 'caregiver', text, answers: [] }])

    const [notice] = await listNotifications(caregiver, 'dispute_question')
    expect(notice.payload).toMatchObject({
      quote: text,
      action_url: `/caregiver/disputes/${dispute.id}`,
      dispute_id: dispute.id,
    })
    const [mail] = (await listEmailsTo(app, caregiver.email)).filter(({ subject }) =>
      subject.includes('question'),
    )
    expect(mail?.subject).toBe(
      `We have a question about dispute DPT-${dispute.id} with ${toFirstName(family.fullName)}`,
    )
    expect(mail?.text).toContain('When did you arrive?\n  And when did you leave?')
    expect(await listQuestions(caregiver)).toMatchObject([{ text }])
    expect(await listQuestions(family)).toEqual([])
    expect(await listNotifications(family, 'dispute_question')).toEqual([])
  })

  it('is answered only by its side; staff read the answer and the other side does not', async () => {
    const { caregiver, family } = dispute.request
    const [question] = await listQuestions(caregiver)
    const answered = await answerQuestion(caregiver, { question_id: question?.id, text: ' At nine. ' })
    expect(answered.status).toBe(201)
    expect(answered.body.questions[0].answers).toMatchObject([{ text: 'At nine.' }])
    expect(await listQuestions(support)).toEqual(answered.body.questions)
    expect(await listNotifications(support, 'dispute_answer')).toHaveLength(1)

    expect((await answerQuestion(family, { question_id: question?.id, text: 'At ten' })).status).toBe(404)
    const unasked = await answerQuestion(family, { text: 'At ten' })
    expect([unasked.status, unasked.body.detail]).toEqual([409, 'Our team has no question for you'])
    const { body } = await family.client.get(`/api/disputes/${dispute.id}`)
    expect(JSON.stringify(body)).not.toMatch(/At nine|When did you arrive/)
    expect(await listQuestions(support)).toEqual(answered.body.questions)
  })

  it('waits on the home page of its side until it has an answer', async () => {
    const { id, request } = await makeDispute()
    const readHome = async ({ client }: TestUser) => {
      const { open_dispute_id, open_disputes } = (await client.get('/api/home')).body
      return { open_dispute_id, ...open_disputes }
    }
    const answered = { open_dispute_id: id, count: 1, to_answer: 0 }
    await request.caregiver.client.put(`/api/disputes/${id}/response`, { text: 'I stayed' })
    for (const side of ['caregiver', 'family'] as const)
      expect(await readHome(request[side])).toEqual(answered)
    for (const side of ['caretaker', 'caregiver'] as const) {
      const [asked, other] =
        side === 'caregiver' ? [request.caregiver, request.family] : [request.family, request.caregiver]
      await askSide(side, 'When did it begin?', { ...dispute, id })
      expect(await readHome(asked), side).toEqual({ ...answered, to_answer: 1 })
      expect(await readHome(other), side).toEqual(answered)
      await answerQuestion(asked, { text: 'At nine' }, { ...dispute, id })
      expect(await readHome(asked), side).toEqual(answered)
    }
    await request.family.client.patch(`/api/disputes/${id}/close/`, {})
    expect(await readHome(request.family)).toEqual({ open_dispute_id: null, count: 0, to_answer: 0 })
  })

  it('is the newest one when the answer names none, and takes ten answers', async () => {
    const { family } = dispute.request
    await askSide('caretaker', 'Who was at home?')
    await askSide('caretaker', 'Did anyone else see it?')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => answerQuestion(family, { text: 'Our neighbor' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const detail = 'You have answered this question 10 times. Please wait for our team to reply'
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toMatchObject(Array(2).fill({ status: 409, body: { detail } }))
    const [first, newest] = await listQuestions(family)
    expect([first?.answers.length, newest?.answers.length]).toEqual([0, 10])
  })

  it('notifies only the assignee of its answer', async () => {
    const other = await makeDispute()
    const colleague = await makeUser(app, { role: 'admin', staffRole: 'support' })
    await support.client.patch(`/api/admin-panel/disputes/${other.id}`, { assignee_id: colleague.id })
    await askSide('caregiver', 'When did you arrive?', other)
    const before = await listNotifications(support, 'dispute_answer')
    await answerQuestion(other.request.caregiver, { text: 'At nine' }, other)
    expect(await listNotifications(colleague, 'dispute_answer')).toHaveLength(1)
    expect(await listNotifications(support, 'dispute_answer')).toHaveLength(before.length)
  })

  it.each([
    [{ text: 'x' }, 'side', 'Side must be caretaker or caregiver'],
    [{ side: 'admin', text: 'x' }, 'side', 'Side must be caretaker or caregiver'],
    [{ side: 'caregiver', text: ' \n ' }, 'text', 'Question is required'],
    [{ side: 'caregiver', text: 'x'.repeat(2_001) }, 'text', 'Question must be at most 2000 characters'],
  ])('is rejected as %j', async (body, field, message) => {
    const path = `/api/admin-panel/disputes/${dispute.id}/questions`
    const answer = await support.client.post(path, body)
    expect([answer.status, answer.body[field]]).toEqual([400, [message]])
  })

  it.each([
    [{}, 'Answer is required'],
    [{ text: ' ' }, 'Answer is required'],
    [{ text: 'x'.repeat(2_001) }, 'Answer must be at most 2000 characters'],
  ])('takes no answer such as %j', async (body, message) => {
    const answer = await answerQuestion(dispute.request.caregiver, body)
    expect([answer.status, answer.body.text]).toEqual([400, [message]])
  })

  it('can be neither asked nor answered by strangers and finance staff, nor after the end', async () => {
    const ended = await makeDispute()
    await askSide('caregiver', 'When did you arrive?', ended)
    const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
    const path = `/api/admin-panel/disputes/${ended.id}/questions`
    const { caregiver, family } = ended.request
    for (const { client } of [finance, caregiver, family]) {
      expect((await client.post(path, { side: 'caregiver', text: 'Well?' })).status).toBe(403)
    }
    for (const role of ['caretaker', 'caregiver'] as const) {
      expect((await answerQuestion(await makeUser(app, { role }), { text: 'Me' }, ended)).status).toBe(404)
    }
    expect((await answerQuestion(support, { text: 'Me' }, ended)).status).toBe(403)
    await family.client.patch(`/api/disputes/${ended.id}/close`, {})
    const asked = await askSide('caregiver', 'Well?', ended)
    expect([asked.status, asked.body.detail]).toEqual([
      409,
      "This dispute is closed, so you can't ask about it",
    ])
    const answered = await answerQuestion(caregiver, { text: 'At nine' }, ended)
    expect([answered.status, answered.body.detail]).toEqual([
      409,
      "This dispute is closed, so you can't answer",
    ])
    expect((await askSide('caregiver', 'Well?', { ...ended, id: 99_999_999 })).status).toBe(404)
  })
})
