/**
 * What the console's records show of contact details before staff say why they need them.
 * @see docs/rules/console.md#what-is-read-is-recorded
 */

/** `f•••@example.test` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${Array.from(email)[0]}•••${email.slice(at)}`
}

/** The last two digits of a phone number; nothing of a missing one. */
export function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  if (phone === '') return ''
  return digits.length < 6 ? '•••' : `••• ${digits.slice(-2)}`
}

/** Nothing of a line of an address but whether there is one. */
export const maskLine = (line: string): string => (line === '' ? '' : '•••')
