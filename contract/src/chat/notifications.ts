import { z } from 'zod'
import { idSchema, instantSchema, pageQuery } from '../wire.ts'

export const NOTIFICATION_TYPES = [
  'booking_request_created',
  'booking_status_changed',
  'booking_confirmed',
  'booking_auto_rejected',
  'booking_canceled',
  'booking_move',
  'meeting',
  'booking_changed',
  'booking_reminder',
  'review_requested',
  'caregiver_under_review',
  'chat_first_message',
  'chat_message',
  'profile_setup_reminder',
  'review_received',
  'review_answered',
  'reference_confirmed',
  'dispute_created',
  'dispute_escalated',
  'dispute_rejected',
  'dispute_closed',
  'dispute_question',
  'dispute_response',
  'dispute_answer',
  'dispute_assigned',
  'chargeback',
  'refund',
  'caregiver_signup',
  'caregiver_verified',
  'caregiver_rejected',
  'caregiver_flagged',
  'caregiver_changes_submitted',
  'caregiver_changes_approved',
  'caregiver_changes_declined',
  'document_requested',
  'background_check',
  'background_check_ending',
  'document_expiring',
  'document_expired',
  'document_renewal_submitted',
  'document_renewal_accepted',
  'document_renewal_declined',
  'money_alert',
  'file_alert',
  'safety_alert',
  'payout_requested',
  'bank_details_changed',
  'calendar_lost',
  'content_removed',
  'moderation_warning',
  'account_suspended',
  'report_decided',
  'saved_search_matches',
  'hours_free',
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
  /** What our team wrote: the resolution of a dispute, or a question about it. */
  quote: z.string().optional(),
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

/**
 * The kinds of notifications that people switch on and off.
 * @see docs/rules/chat-and-notifications.md#notification-settings
 */
export const NOTIFICATION_KINDS = [
  'requests',
  'bookings',
  'messages',
  'reviews',
  'disputes',
  'reminders',
  'searches',
  'security',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** The kind of each type; null for notifications to staff, who can't switch them off. */
export const KIND_OF_TYPE: Record<NotificationType, NotificationKind | null> = {
  booking_request_created: 'requests',
  booking_status_changed: 'requests',
  booking_confirmed: 'bookings',
  booking_auto_rejected: 'bookings',
  booking_canceled: 'bookings',
  booking_move: 'bookings',
  meeting: 'bookings',
  booking_changed: 'bookings',
  booking_reminder: 'reminders',
  review_requested: 'reminders',
  caregiver_under_review: 'bookings',
  chat_first_message: 'messages',
  chat_message: 'messages',
  review_received: 'reviews',
  review_answered: 'reviews',
  reference_confirmed: 'reviews',
  dispute_created: 'disputes',
  dispute_escalated: 'disputes',
  dispute_rejected: 'disputes',
  dispute_closed: 'disputes',
  dispute_question: 'disputes',
  dispute_response: 'disputes',
  chargeback: 'disputes',
  refund: 'bookings',
  profile_setup_reminder: 'reminders',
  caregiver_changes_approved: 'reminders',
  caregiver_changes_declined: 'reminders',
  caregiver_verified: 'security',
  caregiver_rejected: 'security',
  caregiver_flagged: 'security',
  document_requested: 'security',
  background_check: 'security',
  background_check_ending: 'reminders',
  document_expiring: 'security',
  document_expired: 'security',
  document_renewal_accepted: 'security',
  document_renewal_declined: 'security',
  payout_requested: 'security',
  bank_details_changed: 'security',
  calendar_lost: 'reminders',
  content_removed: 'security',
  moderation_warning: 'security',
  account_suspended: 'security',
  report_decided: 'security',
  saved_search_matches: 'searches',
  hours_free: 'searches',
  dispute_answer: null,
  dispute_assigned: null,
  caregiver_signup: null,
  caregiver_changes_submitted: null,
  document_renewal_submitted: null,
  money_alert: null,
  file_alert: null,
  safety_alert: null,
}

/**
 * How a notification reaches a person, and what screens call it. A new channel is an entry here, a column of
 * its settings (the compiler finds where), and its sending in the server's `notifications/delivering`.
 */
export const CHANNEL_NAMES = { in_app: 'In app', email: 'Email' } as const
export type NotificationChannel = keyof typeof CHANNEL_NAMES
export const NOTIFICATION_CHANNELS = Object.keys(CHANNEL_NAMES) as NotificationChannel[]

/** An object's fields, one for each channel, all with the same schema. */
const perChannel = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(NOTIFICATION_CHANNELS.map((channel) => [channel, schema])) as Record<
    NotificationChannel,
    Schema
  >

/** The channels that stay on, because they are about money or the account's safety. */
export const ALWAYS_ON: Partial<Record<NotificationKind, readonly NotificationChannel[]>> = {
  bookings: ['email'],
  disputes: ['email'],
  security: ['in_app', 'email'],
}

export const notificationSetting = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  ...perChannel(z.boolean()),
  /** The channels that can't be switched off. */
  always_on: z.array(z.enum(NOTIFICATION_CHANNELS)),
})
export type NotificationSetting = z.infer<typeof notificationSetting>

export const notificationSettingsResponse = z.object({ settings: z.array(notificationSetting) })

const onOrOff = z.boolean({ error: 'Choose on or off' }).optional()
export const notificationSettingBody = z.strictObject({
  kind: z.enum(NOTIFICATION_KINDS, { error: 'Unknown kind of notification' }),
  ...perChannel(onOrOff),
})

/** The signed token of an email's unsubscribe link. */
export const unsubscribeQuery = z.strictObject({
  token: z.string({ error: 'This link is not valid' }).max(200, { error: 'This link is not valid' }),
})
export const unsubscribeResponse = z.object({ message: z.string(), kind: z.enum(NOTIFICATION_KINDS) })
