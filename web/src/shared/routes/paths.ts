import { paths as routePaths } from '@tendwell/contract/routes'

/** Every path of the app, and links to parts of screens. Screens link with these and never write a path by hand. */
export const paths = {
  ...routePaths,
  features: '/#features',
  whyPayHere: '/help#why-pay-here',
  caregiverDocuments: '/caregiver/profile#documents',
  leaving: (href: string) => `/leaving?to=${encodeURIComponent(href)}`,
  reviewBooking: (bookingId: number) => `/my-reviews?booking=${bookingId}`,
  disputeBooking: (requestId: number | string) => `/caretaker/disputes/add?booking=${requestId}`,
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
