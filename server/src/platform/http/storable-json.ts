/**
 * Parses JSON from outside, and removes characters that PostgreSQL can't store.
 * @returns null if the body isn't JSON
 */
export function parseStorableJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'), (_key, value: unknown) => toStorable(value))
  } catch {
    return null
  }
}

/**
 * Removes NUL and lone surrogates from a text or an object's keys. `JSON.parse` passes inner values first.
 */
function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toStorableText(key), inner]))
}

function toStorableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
