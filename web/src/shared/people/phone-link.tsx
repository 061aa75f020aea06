import { Phone } from 'lucide-react'

/** The address with which a phone calls this number. */
export const toCallAddress = (phone: string) => `tel:${phone.replace(/(?!^)\+|[^\d+]/g, '')}`

/** A phone number that calls when it is pressed. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={toCallAddress(phone)} className="text-link inline-flex min-h-11 items-center gap-2">
      <Phone className="size-4 shrink-0" />
      {phone}
    </a>
  )
}
