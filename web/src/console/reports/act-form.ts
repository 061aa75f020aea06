import { MODERATION_MESSAGE_MAXIMUM } from '@tendwell/contract/console/reports'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { useZodForm } from '../../lib/forms/form.tsx'
import { utcToday } from '../common/lists/date-range.ts'
import { noteSchema } from './note-field.tsx'

const actForm = z
  .object({
    hide: z.boolean(),
    warn: z.boolean(),
    suspend: z.boolean(),
    suspended_until: z.string(),
    refund: z.enum(['policy', 'full']),
    message: z.string().trim().max(MODERATION_MESSAGE_MAXIMUM),
    note: noteSchema,
  })
  .refine(({ suspend, suspended_until: until }) => !suspend || until > utcToday(), {
    path: ['suspended_until'],
    error: 'Choose tomorrow or a later day',
  })
  .refine(({ warn, suspend, message }) => message !== '' || !(warn || suspend), {
    path: ['message'],
    error: 'Write a message to them',
  })

export type ActForm = UseFormReturn<z.input<typeof actForm>, unknown, z.output<typeof actForm>>

/** The form for the measures against what was reported. */
export function useActForm(): ActForm {
  return useZodForm(actForm, {
    defaultValues: {
      hide: false,
      warn: false,
      suspend: false,
      suspended_until: '',
      refund: 'policy',
      message: '',
      note: '',
    },
  })
}
