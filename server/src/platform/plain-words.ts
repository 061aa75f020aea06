/** The error messages of schemas that don't define their own. @see docs/rules/README.md#errors */
import { z } from 'zod'

/** What an error message calls each type of a schema. */
const TYPES: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const NOT_VALID = 'This is not valid'
const formatCount = (count: number | bigint, singular: string, plural: string) =>
  `${count} ${count === 1 ? singular : plural}`

/** @param origin the type of what is too small or too large: a text, a list or a number */
function describeSize(origin: string, words: 'at least' | 'at most', size: number | bigint): string {
  if (origin === 'string') return `This must have ${words} ${formatCount(size, 'character', 'characters')}`
  if (origin === 'array' || origin === 'set')
    return `This must have ${words} ${formatCount(size, 'entry', 'entries')}`
  return `This must be ${words} ${size}`
}

/**
 * Describes an issue in plain English, in place of the library's texts such as "expected string, received
 * undefined".
 */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'This is required'
  switch (issue.code) {
    case 'invalid_type': {
      const type = TYPES[issue.expected as string]
      return type ? `This must be ${type}` : NOT_VALID
    }
    case 'invalid_value': {
      const values = issue.values as unknown[]
      return `This must be ${values.length === 1 ? '' : 'one of: '}${values.join(', ')}`
    }
    case 'too_small':
      return describeSize(issue.origin as string, 'at least', issue.minimum as number)
    case 'too_big':
      return describeSize(issue.origin as string, 'at most', issue.maximum as number)
    case 'invalid_format':
      return 'This is not in the right form'
    default:
      return NOT_VALID
  }
}

/** Makes all schemas of this process use the messages of `describeIssue`. */
export function usePlainWords(): void {
  z.config({ customError: describeIssue })
}
