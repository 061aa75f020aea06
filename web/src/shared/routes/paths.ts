import type { BookingTime, OpenRequests } from '@tendwell/contract/bookings/bookings'
import { paths as routePaths } from '@tendwell/contract/routes'

/** Every path of the app, and links to parts of screens. Screens link with these and never write a path by hand. */
export const paths = {
  ...routePaths,
  features: `${routePaths.home}#features`,
  /** For members, whose home is not the landing page. */
  welcomeFeatures: `${routePaths.welcome}#features`,
  whyPayHere: `${routePaths.help}#why-pay-here`,
  caregiverDocuments: `${routePaths.caregiverProfile}#documents`,
  caregiverReviews: (caregiverId: number) => `${routePaths.caregiver(caregiverId)}#reviews`,
  leave: (href: string) => withQuery(routePaths.leaving, { to: href }),
  bookingsTab: (when: OpenRequests | BookingTime) => withQuery(routePaths.bookings, { when }),
  reviewBooking: (booking: number) => withQuery(routePaths.myReviews, { booking }),
  disputeBooking: (booking: number | string) => withQuery(routePaths.createDispute, { booking }),
  /** The page of a caregiver with the dialog that asks for a free meeting. */
  meetCaregiver: (caregiverId: number) => withQuery(routePaths.caregiver(caregiverId), { meet: 'first' }),
  conversation: (conversationId: number) => withQuery(routePaths.chat, { conversationId }),
  chatWithCaregiver: (caregiverId: number) => withQuery(routePaths.chat, { caregiverId }),
  chatWithFamily: (caretakerId: number) => withQuery(routePaths.chat, { caretakerId }),
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
