/** Additions to the API's reference that the schemas of the routes don't have: tags and examples. */
import type { ApiTag } from './platform/http/api-operations.ts'

/** An operation belongs to the tag with the longest matching path. */
export const API_TAGS: readonly ApiTag[] = [
  {
    name: 'Accounts',
    description: 'Signing up, logging in, sessions, passwords and email addresses',
    paths: ['/api/auth'],
  },
  {
    name: 'Own data',
    description: 'Consent, the export of one’s own data, and closing the account',
    paths: ['/api/account'],
  },
  {
    name: 'Profiles',
    description: 'The profiles of caregivers and families, for themselves',
    paths: ['/api/auth/caregiver', '/api/auth/caretaker', '/api/background-checks', '/api/references'],
  },
  {
    name: 'Search',
    description: 'Finding caregivers and places, favorites and saved searches',
    paths: ['/api/auth/caregivers', '/api/places', '/api/favorites', '/api/saved-searches'],
  },
  { name: 'Availability', description: 'Hours, overrides and time off', paths: ['/api/availability'] },
  {
    name: 'Bookings',
    description: 'Booking requests, from sending to care, and bookings',
    paths: ['/api/requests', '/api/moves'],
  },
  {
    name: 'Calendars',
    description: 'Bookings in other calendar apps, and other calendars that close hours',
    paths: ['/api/calendars', '/calendars'],
  },
  { name: 'Families', description: 'What caregivers see of families', paths: ['/api/auth/caretakers'] },
  { name: 'Payments', description: 'Checkouts, payments and receipts', paths: ['/api/payments'] },
  { name: 'Wallet', description: 'Caregivers’ money and payouts', paths: ['/api/wallets', '/api/payouts'] },
  {
    name: 'Reviews',
    description: 'Ratings and reviews of caregivers, and what caregivers tell our team about families',
    paths: ['/api/reviews'],
  },
  {
    name: 'Chat',
    description: 'Conversations and messages, and blocking people',
    paths: ['/api/chat', '/api/blocks'],
  },
  {
    name: 'Reports',
    description: 'Reporting messages, reviews, profiles and bookings',
    paths: ['/api/reports'],
  },
  { name: 'Disputes', description: 'Disputes about bookings, and their evidence', paths: ['/api/disputes'] },
  {
    name: 'Notifications',
    description: 'Notifications and their settings, and the home screen',
    paths: ['/api/notifications', '/api/home'],
  },
  { name: 'Support', description: 'Messages to support', paths: ['/api/contact'] },
  { name: 'Files', description: 'Uploaded files and avatars', paths: ['/api/files', '/avatars'] },
  { name: 'Admin', description: 'The admins’ console', paths: ['/api/admin-panel'] },
]

/** Examples by the name of a field. Fields with other names get any value that fits. */
export const API_EXAMPLES: Readonly<Record<string, unknown>> = {
  email: 'nora@example.com',
  password: 'seven quiet rivers',
  confirm_password: 'seven quiet rivers',
  current_password: 'an older long password',
  full_name: 'Nora Bergmann',
  name: 'Nora Bergmann',
  caregiver_name: 'Nora Bergmann',
  caretaker_name: 'Amina Diallo',
  phone_number: '+1 212 555 0142',
  timezone: 'America/New_York',
  country: 'United States',
  city: 'New York',
  street: '12 Garden Street',
  postal_code: '10001',
  languages: ['English'],
  skills: ['Newborn care'],
  start: '09:00',
  end: '12:00',
  start_local: '09:00',
  end_local: '12:00',
  start_utc: '2027-03-01T14:00:00Z',
  end_utc: '2027-03-01T17:00:00Z',
  hourly_rate_usd: 35,
  total_hours: 3,
  total_price_usd: 105,
  rating: 5,
  subject: 'A question about my booking',
  message: 'Thank you for your help.',
  text: 'Good morning! Is Monday still fine?',
  comment: 'Calm, warm and always on time.',
  count: 1,
  next: null,
  previous: null,
}
