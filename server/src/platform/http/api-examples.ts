/** The part of JSON Schema that our schemas use. */
export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
}

/** Examples of texts. The first one that matches a schema's pattern is taken. */
const TEXTS = [
  'Text', '42', '09:00', '4.5', '2027', '2027-03', '2027-03-01', '2027-03-01T14:00:00Z', '6f1c1a3e-9a55-4d0c-8f4e-2b7d1c0a9e11',
  'user:12', 'b3Zlcl90aGVfaGlsbHNfYW5kX2Zhcl9hd2F5X2FnYWl.ics',
] // biome-ignore format: a list to read across

/** The first of `TEXTS` that the schema allows, filled up with zeros to its shortest length. */
function makeText({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema): string {
  const form = new RegExp(pattern ?? '')
  const text = TEXTS.find((candidate) => form.test(candidate) && candidate.length <= maxLength)
  if (text === undefined) throw new Error(`No example matches ${pattern}`)
  return text.padEnd(minLength, '0')
}

/** The smallest number from 1 that the schema allows. */
function makeNumber({ minimum, exclusiveMinimum, maximum = Number.POSITIVE_INFINITY }: JsonSchema): number {
  return Math.min(Math.max(1, minimum ?? 1, (exclusiveMinimum ?? 0) + 1), maximum)
}

/** The types of a schema; "null" comes last, because an example should show a value. */
const getTypes = ({ type }: JsonSchema): string[] =>
  [type ?? []].flat().sort((a, b) => Number(a === 'null') - Number(b === 'null'))

/** Whether a value fits a schema's types, list of values and pattern. */
function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((choice) => fits(choice, value))
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const isOfType = getTypes(schema).some(
    (allowed) => allowed === type || (allowed === 'integer' && Number.isInteger(value)),
  )
  if (!isOfType || (schema.enum && !schema.enum.includes(value))) return false
  if (typeof value === 'string') return new RegExp(schema.pattern ?? '').test(value)
  return !Array.isArray(value) || value.every((item) => fits(schema.items ?? {}, item))
}

/**
 * Makes an example value of a schema.
 * @param examples values by the name of a field, which are used if they fit the field's schema
 * @param name the name of the field
 */
export function makeExample(
  schema: JsonSchema,
  examples: Readonly<Record<string, unknown>>,
  name = '',
): unknown {
  if (Object.hasOwn(examples, name) && fits(schema, examples[name])) return examples[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return makeExample(choices.find(({ type }) => type !== 'null') ?? {}, examples, name)
  switch (getTypes(schema)[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, fieldSchema]) => [
          field,
          makeExample(fieldSchema, examples, field),
        ]),
      )
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () =>
        makeExample(schema.items ?? {}, examples, name),
      )
    case 'string':
      return makeText(schema)
    case 'integer':
    case 'number':
      return makeNumber(schema)
    case 'boolean':
      return true
    default:
      return null
  }
}
