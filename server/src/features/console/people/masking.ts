/**
 * What the console's records show of contact details before staff say why they need them.
 * @see docs/rules/console.md#what-is-read-is-recorded
 */

/** Keeps only the first character and the domain of an email, `f•••@example.test`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${Array.from(email)[0]}•••${email.slice(at)}`
}

/**
 * Keeps only the last two digits of a phone number, `••• 87`, and none of a number with fewer than six. An
 * empty number stays empty.
 */
export function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  if (phone === '') return ''
  return digits.length < 6 ? '•••' : `••• ${digits.slice(-2)}`
}

/** Masks a whole text, such as a line of an address. An empty line stays empty. */
export const maskLine = (line: string): string => (line === '' ? '' : '•••')
