/** Every path of the app. Screens link with these and never write a path by hand. */
export const paths = {
  home: '/',
  features: '/#features',
  signup: '/signup',
  login: '/login',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  account: '/account',
  notifications: '/notifications',
  help: '/help',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  caregivers: '/caregivers',
  caregiver: (id: number | string) => `/caregivers/${id}`,
  book: (caregiverId: number | string) => `/caregiver/${caregiverId}/book`,
  favorites: '/favorites',
  requests: '/requests',
  checkout: (requestId: number | string) => `/checkout/${requestId}`,
  paymentSuccess: '/payments/success',
  paymentHistory: '/payments/history',
  receipt: (paymentId: number | string) => `/payments/${paymentId}/receipt`,
  bookings: '/bookings',
  booking: (requestId: number | string) => `/bookings/${requestId}`,
  caretakerProfile: '/caretaker/profile',
  caretaker: (id: number | string) => `/caretakers/${id}`,
  chat: '/chat',
  myReviews: '/my-reviews',
  reviewBooking: (bookingId: number) => `/my-reviews?booking=${bookingId}`,
  caretakerDisputes: '/caretaker/disputes',
  createDispute: '/caretaker/disputes/add',
  disputeBooking: (requestId: number | string) => `/caretaker/disputes/add?booking=${requestId}`,
  caretakerDispute: (id: number | string) => `/caretaker/disputes/${id}`,
  caregiverProfile: '/caregiver/profile',
  availability: '/caregiver/availability',
  incomingRequests: '/requests/incoming',
  caregiverBookings: '/caregiver/bookings',
  caregiverBooking: (requestId: number | string) => `/caregiver/bookings/${requestId}`,
  wallet: '/caregiver/wallet',
  statement: (month: string) => `/caregiver/wallet/statements/${month}`,
  caregiverDisputes: '/caregiver/disputes',
  caregiverDispute: (id: number | string) => `/caregiver/disputes/${id}`,
  admin: '/admin',
  adminDisputes: '/admin/disputes',
  adminDispute: (id: number | string) => `/admin/disputes/${String(id).replace(/^#/, '')}`,
  adminRequests: '/admin/requests',
  adminPerson: (id: number | string) => `/admin/people/${id}`,
  adminBooking: (id: number | string) => `/admin/bookings/${id}`,
  adminAudit: '/admin/audit',
  adminAnalytics: '/admin/analytics',
  reconciliation: '/admin/reconciliation',
  adminJobs: '/admin/jobs',
  conversation: (id: number) => `/chat?conversationId=${id}`,
  chatWithCaregiver: (id: number) => `/chat?caregiverId=${id}`,
  chatWithFamily: (id: number) => `/chat?caretakerId=${id}`,
} as const

/** A path with a query; empty values are left out. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
