import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far a signature's time may be from now, so that a captured webhook can't be sent again later. */
const AGE_LIMIT_SECONDS = 300
/** The time in seconds since 1970, and the digest in hex. */
const SIGNATURE_FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** HMAC-SHA-256 of the time and the body, so that neither can be changed. */
function digest(key: Uint8Array, rawBody: Buffer, seconds: number): Buffer {
  return createHmac('sha256', key).update(`${seconds}.`).update(rawBody).digest()
}

/** The signature header of a webhook, in Stripe's format. @param seconds Unix time */
export function signWebhook(key: Uint8Array, rawBody: Buffer, seconds: number): string {
  return `t=${seconds},v1=${digest(key, rawBody, seconds).toString('hex')}`
}

/** Whether the header is this key's signature of this body, made within 5 minutes of `nowSeconds`. */
export function isSignedWebhook(
  key: Uint8Array,
  rawBody: Buffer,
  header: string | string[] | undefined,
  nowSeconds: number,
): boolean {
  const [, time, signature] = SIGNATURE_FORM.exec(typeof header === 'string' ? header : '') ?? []
  if (!time || !signature) return false
  if (Math.abs(nowSeconds - Number(time)) > AGE_LIMIT_SECONDS) return false
  return timingSafeEqual(digest(key, rawBody, Number(time)), Buffer.from(signature, 'hex'))
}
