import { z } from 'zod'
import { emailSchema } from '../sign-in/accounts.ts'
import { requiredText } from '../wire.ts'
import { nameSchema } from './names.ts'

export const CONTACT_SUBJECT_MAXIMUM = 150
export const CONTACT_MESSAGE_MAXIMUM = 4_000

export const contactBody = z.strictObject({
  name: nameSchema(),
  email: emailSchema,
  subject: requiredText('Subject', CONTACT_SUBJECT_MAXIMUM)
    .refine((value) => !/[\r\n]/.test(value), { error: 'Subject must be one line' })
    .transform((value) => value.trim()),
  message: requiredText('Message', CONTACT_MESSAGE_MAXIMUM).transform((value) => value.trim()),
})
