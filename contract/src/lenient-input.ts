import { type ZodType, z } from 'zod'
import { isQueryList } from './wire.ts'

/**
 * Replaces values that a schema refuses by what the client probably meant: null in a field that may be left
 * out by nothing, "true" by true, and "9.5" by 9.5.
 * @param input parsed JSON, or a query
 * @returns the input, with only the refused values replaced
 * @see docs/rules/README.md#values
 */
export function readLeniently(schema: ZodType, input: unknown): unknown {
  // Copies only the objects and lists in which something changes, and each of them once: input may be large.
  const copies = new Set<object>()
  const copyOnce = (value: unknown): Parent | null => {
    if (typeof value !== 'object' || value === null) return null
    if (copies.has(value)) return value as Parent
    const copied = (Array.isArray(value) ? [...value] : { ...value }) as Parent
    copies.add(copied)
    return copied
  }
  const corrected = copyOnce(input)
  for (const issue of schema.safeParse(input).error?.issues ?? []) {
    const name = issue.path.at(-1)
    // Copies each object and list on the way to the refused value; null if there is none at the issue's path.
    let parent = corrected
    for (const key of issue.path.slice(0, -1)) {
      const child: Parent | null = parent && copyOnce(parent[key])
      if (parent && child) parent[key] = child
      parent = child
    }
    if (!parent || typeof name !== 'string') continue
    if (parent[name] === null) delete parent[name]
    else if (issue.code === 'invalid_type') parent[name] = convertValue(parent[name], issue.expected)
  }
  return corrected ?? input
}

/**
 * A schema that reads its input leniently. The web app reads the answers of accounts and wallet with it,
 * because other servers of this contract may answer them in other types.
 */
export const lenient = <Schema extends ZodType>(schema: Schema) =>
  z.preprocess((input: z.output<Schema>) => readLeniently(schema, input), schema)

type Parent = Record<PropertyKey, unknown>

/** The boolean or number that a text says, if one is expected; otherwise the value itself. */
function convertValue(value: unknown, expected: string): unknown {
  if (expected === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  const isNumberText = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
  return expected === 'number' && isNumberText ? Number(value) : value
}

/**
 * Joins the values of list parameters that a query repeats: `?skills=a&skills=b` asks for the same as
 * `?skills=a,b`.
 */
export function joinRepeated(schema: ZodType, query: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof query !== 'object' || query === null) return query
  const join = (name: string, value: unknown) =>
    Array.isArray(value) && isQueryList(schema.shape[name]) ? value.join(',') : value
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, join(name, value)]))
}

/** A query without its empty parameters: `?status=&page=2` asks for the same as `?page=2`. */
export function removeEmptyParameters(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
