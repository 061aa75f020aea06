/** @see docs/rules/accounts.md#phone-numbers */
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { type OwnPhone, PHONE_CODE_MINUTES } from '@tendwell/contract/sign-in/phone'
import { MINUTE_MS } from '@tendwell/contract/time'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { conflict, invalid, invalidRequest, notFound } from '../../../platform/errors.ts'
import { uncountOnFailure } from '../../../platform/limits/attempts.ts'
import { findUser, lockUser, setPhoneVerifiedAt, type UserRow } from '../../people/index.ts'
import { clearPhoneCodes, countPhoneCodeAttempt, countPhoneMessage } from '../limits.ts'
import { hashCode, isCode, makeCode } from '../signup/code.ts'
import { deletePhoneCode, findPhoneCode, savePhoneCode } from './store.ts'

type Caller = { id: number; ipAddress: string }

/** What a person's phone number is, and whether it is verified. */
export async function getOwnPhone({ database, sms }: Deps, userId: number): Promise<OwnPhone> {
  const user = await findUser(database, userId)
  if (!user) throw notFound()
  return toOwnPhone(user, sms)
}

const toOwnPhone = (user: UserRow, sms: Deps['sms']): OwnPhone => ({
  phone_number: user.phoneNumber,
  is_verified: user.phoneVerifiedAt !== null,
  can_verify: sms !== null,
})

/**
 * Sends a code to the phone number that the caller has saved. It replaces an earlier one.
 * @throws AppError 400 for a number without its country code, or one that gets no messages; 404 without a provider;
 *   409 if the number is verified; 429 after too many messages; 503 if the provider can't be used
 */
export async function sendPhoneCode(deps: Deps, { id: userId, ipAddress }: Caller): Promise<void> {
  const { database, sms, clock } = deps
  const user = await findUser(database, userId)
  if (!sms || !user) throw notFound()
  if (user.phoneVerifiedAt) throw conflict('This number is verified')
  const number = parsePhoneNumberFromString(user.phoneNumber)
  if (!number?.isValid()) {
    throw invalidRequest('Save your number with its country code first, such as +1 212 555 0142')
  }
  const counted = await countPhoneMessage(deps, { userId, number: number.number, ipAddress })
  const code = makeCode()
  const codeHash = hashCode(deps, userId, toText(user, code))
  const expiresAt = new Date(clock.now().getTime() + PHONE_CODE_MINUTES * MINUTE_MS)
  await savePhoneCode(database, { userId, codeHash, expiresAt })
  await clearPhoneCodes(deps, userId)
  const text = `${code} is your ${PRODUCT_NAME} code. It works for ${PHONE_CODE_MINUTES} minutes. Don't share it.`
  await uncountOnFailure(counted, sms.send({ to: number.number, text }))
}

/**
 * Marks the caller's number as verified.
 * @throws AppError 400 for a code that is wrong, used, expired or of another number; 404 without a provider; 429 after too
 *   many wrong codes
 */
export async function verifyPhone(
  deps: Deps,
  { id: userId, ipAddress }: Caller,
  code: string,
): Promise<OwnPhone> {
  if (!deps.sms) throw notFound()
  const attempt = await countPhoneCodeAttempt(deps, { userId, ipAddress })
  const phone = await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    const sent = await findPhoneCode(transaction, userId)
    const at = deps.clock.now()
    const codeHash = sent && at < sent.expiresAt ? sent.codeHash : null
    if (!isCode(deps, { userId, code: toText(user, code), codeHash })) {
      throw invalid({ phone_code: ['This code is not correct, or it has expired'] })
    }
    await deletePhoneCode(transaction, userId)
    await setPhoneVerifiedAt(transaction, userId, at)
    return toOwnPhone({ ...user, phoneVerifiedAt: at }, deps.sms)
  })
  await attempt.uncount()
  return phone
}

/** What is hashed: a code counts only for the number that it was sent to. */
const toText = ({ phoneNumber }: Pick<UserRow, 'phoneNumber'>, code: string) => `${phoneNumber}.${code}`
