import type { SmsConfig } from '../../platform/config/config.ts'
import { AppError, invalidRequest } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Sms } from './port.ts'

const TIMEOUT_MS = 10_000

/** Sends by Twilio's API, which other providers speak too. */
export function createTwilio({ account, token, from, url }: SmsConfig, log: Log): Sms {
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return {
    async send({ to, text }) {
      const response = await fetch(`${url}/2010-04-01/Accounts/${account}/Messages.json`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        log.error({ err: error }, 'the SMS provider does not answer')
        throw unavailable()
      })
      // The answer only repeats the message.
      await response.body?.cancel()
      if (response.ok) return
      if (response.status === 400) throw invalidRequest("We can't send text messages to this number")
      log.error({ status: response.status }, 'the SMS provider refused a message')
      throw unavailable()
    },
  }
}

const unavailable = () =>
  new AppError(503, 'unavailable', "Text messages can't be sent right now. Please try again later")
