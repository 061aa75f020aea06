import { randomBytes } from 'node:crypto'

/** A random id as providers make them, such as `cs_test_…`. */
export function newId(prefix: string): string {
  return `${prefix}_test_${randomBytes(18).toString('hex')}`
}

/** Whether a text from an address has the form of `newId`, so that it can be looked up. */
export function isId(prefix: string, text: string): boolean {
  return new RegExp(`^${prefix}_test_[0-9a-f]{36}$`).test(text)
}
