import { toCallAddress } from '@tendwell/contract/people/call-address'
import { Phone } from 'lucide-react'

/** A number of ten digits without anything between them, in groups: `212 555 0143`. Any other is as it was typed. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\+?1)?([2-9]\d{2})(\d{3})(\d{4})$/, (_, code: string | undefined, ...groups) =>
    [code, ...groups.slice(0, 3)].filter(Boolean).join(' '),
  )
}

/** A phone number that calls when it is pressed. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={toCallAddress(phone)} className="text-link inline-flex min-h-11 items-center gap-2">
      <Phone className="size-4 shrink-0" />
      {formatPhone(phone)}
    </a>
  )
}
