import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSmsProvider, type TestSmsProvider } from '../../../test/sms-provider.ts'
import { createLog } from '../../platform/log.ts'
import { createTwilio } from './twilio.ts'

let provider: TestSmsProvider
beforeAll(async () => {
  provider = await startSmsProvider()
})
afterAll(() => provider.close())

const message = { to: '+12125550142', text: 'Hi' }
const open = (changes: object = {}) => {
  const { SMS_ACCOUNT: account = '', SMS_TOKEN: token = '', SMS_URL: url = '' } = provider.settings
  return createTwilio({ account, token, from: 'Tendwell', url, ...changes }, createLog('silent'))
}

it('sends a message', async () => {
  await open().send(message)
  expect(provider.sent).toEqual([{ ...message, from: 'Tendwell' }])
})

it.each([
  ['a wrong token', { token: 'another' }, undefined, 503],
  ['a provider that is gone', { url: 'http://127.0.0.1:1' }, undefined, 503],
  ['a provider that fails', {}, 500, 503],
  ['a provider that is busy', {}, 429, 503],
  ['a number that gets no messages', {}, 400, 400],
])('%s is an error without the text', async (_, changes, answers, status) => {
  provider.status = answers
  const count = provider.sent.length
  await expect(open(changes).send(message)).rejects.toMatchObject({ status })
  expect(provider.sent).toHaveLength(count)
})
