import { z } from 'zod'
import { emailSchema } from './accounts.ts'
import { requiredText } from './wire.ts'

export const CONTACT_NAME_MAXIMUM = 120
export const CONTACT_SUBJECT_MAXIMUM = 150
export const CONTACT_MESSAGE_MAXIMUM = 4_000

/** Text of a single line, because it becomes part of an email's headers. */
function singleLineText(label: string, maximum: number) {
  return requiredText(label, maximum)
    .refine((value) => !/[\r\n]/.test(value), { error: `${label} must be one line` })
    .transform((value) => value.trim())
}

export const contactBody = z.strictObject({
  name: singleLineText('Name', CONTACT_NAME_MAXIMUM),
  email: emailSchema,
  subject: singleLineText('Subject', CONTACT_SUBJECT_MAXIMUM),
  message: requiredText('Message', CONTACT_MESSAGE_MAXIMUM).transform((value) => value.trim()),
})
