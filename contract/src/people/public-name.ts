/**
 * A person's name as strangers see it: the first word and the initial of the last, such as `Fay F.`, or
 * `The O. family`. A name of one word stays as it is. The SQL function `public_name` does the same.
 * @see docs/rules/bookings.md#reviews
 */
export function toPublicName(fullName: string): string {
  const [, family] = /^the\s+(\S.*)\s+family$/i.exec(fullName.trim()) ?? []
  if (family) return `The ${[...family][0]?.toUpperCase()}. family`
  const [first = '', ...others] = fullName.split(/[\s,・]+/).filter(Boolean)
  const [initial] = others.at(-1) ?? ''
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}
