import { z } from 'zod'
import { idSchema, instantSchema, pageQuery } from './wire.ts'

export const NOTIFICATION_TYPES = [
  'booking_request_created',
  'booking_status_changed',
  'booking_confirmed',
  'booking_auto_rejected',
  'booking_canceled',
  'caregiver_under_review',
  'chat_first_message',
  'chat_message',
  'profile_setup_reminder',
  'review_received',
  'dispute_created',
  'dispute_escalated',
  'dispute_rejected',
  'dispute_closed',
  'caregiver_signup',
  'caregiver_verified',
  'caregiver_rejected',
  'caregiver_flagged',
  'caregiver_changes_submitted',
  'caregiver_changes_approved',
  'caregiver_changes_declined',
  'money_alert',
  'payout_requested',
  'bank_details_changed',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

const notificationWindow = z.object({
  date: z.string(),
  start: z.string(),
  end: z.string(),
  hours: z.number(),
})

export const notificationPayload = z.object({
  caretaker_name: z.string().optional(),
  caregiver_name: z.string().optional(),
  status: z.string().optional(),
  message: z.string().optional(),
  action_url: z.string().optional(),
  action_text: z.string().optional(),
  rating: z.number().optional(),
  booking_id: idSchema.optional(),
  request_id: idSchema.optional(),
  dispute_id: idSchema.optional(),
  admin_name: z.string().optional(),
  type: z.string().optional(),
  windows: z.array(notificationWindow).optional(),
  timezone: z.string().optional(),
  total_hours: z.number().optional(),
  total_price_usd: z.number().optional(),
})
export type NotificationPayload = z.infer<typeof notificationPayload>

export const notificationResponse = z.object({
  id: idSchema,
  type: z.enum(NOTIFICATION_TYPES),
  created_at: instantSchema,
  read_at: instantSchema.nullable(),
  payload: notificationPayload,
})
export type Notification = z.infer<typeof notificationResponse>

export const notificationsQuery = z.strictObject({
  status: z
    .enum(['unread', 'read', 'all'], { error: 'Status must be unread, read or all' })
    .default('unread'),
  ...pageQuery(50),
})

export const markNotificationsReadBody = z.strictObject({
  ids: z.array(idSchema, { error: 'ids must be a list' }).min(1, { error: 'ids is required' }).max(500),
})
