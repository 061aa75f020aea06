/**
 * A reviewer's name as strangers see it: the first word and the initial of the last, such as `Fay F.`
 * @see docs/rules/bookings.md#reviews
 */
export function toPublicName(fullName: string): string {
  const [first = '', ...others] = fullName.trim().split(/\s+/)
  const [initial] = others.at(-1) ?? ''
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}
