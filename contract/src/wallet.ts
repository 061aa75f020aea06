import { z } from 'zod'
import { idSchema, instantSchema, localDateSchema, pageQuery, usdSchema } from './wire.ts'

export const WALLET_CATEGORIES = [
  'escrow_in',
  'fee',
  'release',
  'dispute_hold',
  'refund_out',
  'payout_out',
] as const
export type WalletCategory = (typeof WALLET_CATEGORIES)[number]

export const walletResponse = z.object({
  balance: usdSchema,
  pending: usdSchema,
  held: usdSchema,
  currency: z.literal('usd'),
  details_submitted: z.boolean(),
})
export type Wallet = z.infer<typeof walletResponse>

export const WALLET_ENTRY_PAGE_SIZE = 5

export const walletEntriesQuery = z.strictObject({
  type: z.enum(['payment', 'payout'], { error: 'Type must be payment or payout' }).optional(),
  date: localDateSchema.optional(),
  ...pageQuery(WALLET_ENTRY_PAGE_SIZE),
})

export const walletEntry = z.object({
  id: idSchema,
  created_at: instantSchema,
  category: z.enum(WALLET_CATEGORIES),
  direction: z.enum(['credit', 'debit']),
  amount: usdSchema,
  currency: z.literal('usd'),
})
export type WalletEntry = z.infer<typeof walletEntry>
