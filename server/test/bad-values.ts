/** Odd and random request bodies and values, made from the schemas of the OpenAPI document. */
import { fc } from '../../contract/test/random.ts'

/** The part of JSON Schema that the document uses. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  additionalProperties?: unknown
}

type Path = (string | number)[]

/** A JSON body, and the field that has the bad value. */
export type BadBody = { label: string; field: string; json: string; isInvalid: boolean }

/** Marks JSON that JSON.stringify cannot write; `toJson` puts it in unchanged. */
const raw = (json: string) => `\u0001${json}\u0001`
const toJson = (value: unknown) =>
  JSON.stringify(value).replace(/"\\u0001(.*?)\\u0001"/gs, (_, json) => JSON.parse(`"${json}"`))

const DEEP = raw(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
const DEEP_OBJECT = raw(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)

const ODD_TEXTS = [
  '', ' ', '\t\r\n', '\0', 'a\0b', raw('"\\ud800"'), raw('"\\udfff x"'), '\u202e\ufeff', 'x'.repeat(70_000),
  '__proto__', 'constructor', "'; DROP TABLE users; --", '1;drop', '%', '$1', '\\', '{{7*7}}', 'true', 'null',
  '2026-02-30', '2026-13-01', '0000-00-00', '9999-12-31', '-000001-01-01', '2026-01-01T00:00:00+02:00', '24:00',
  '9:5', '12:60', 'Mars/Base', 'utc+25', '../../etc/passwd', 'GMT0\0', 'a@b', 'a@b.test\r\nBcc: c@d.test',
] // biome-ignore format: a list to read across
const ODD_NUMBERS = [
  0, -1, 1.5, 2_147_483_648, 1e9, raw('1e309'), raw('-1e309'), raw('9007199254740993'), raw('1e-400'), raw('-0'),
  raw('123456789012345678901234567890'),
] // biome-ignore format: a list to read across
const ODD_THINGS: unknown[] = [
  null, true, false, [], {}, [null], [[]], { $gt: '' }, { toString: 1 }, raw('{"__proto__":{"role":"admin"}}'),
  raw('{"constructor":{"prototype":{"role":"admin"}}}'), DEEP, DEEP_OBJECT, new Array(10_000).fill(1),
  new Array(10_000).fill('x'),
] // biome-ignore format: a list to read across

const ODD_VALUES: unknown[] = [...ODD_TEXTS, ...ODD_NUMBERS, ...ODD_THINGS]

/** Raw values for a path or a query. */
export const ODD_PARTS = [
  '0', '-1', '01', '1.5', '1e3', '0x10', '1000000000', '2147483648', '99999999999999999999', 'abc', '1;drop', '+1',
  '%201', '1%20', '%00', '1%00', '%ED%A0%80', '%F0%9F%98%80', '%', '%zz', '.%2e%2Fx', '%2F', 'null', 'undefined', 'NaN',
  'Infinity', '__proto__', 'constructor', '٣', "1'--", '1%0d%0aX-Evil:%201', 'x'.repeat(180), 'x'.repeat(3_000),
] // biome-ignore format: a list to read across

/** Whether the schema rejects a parsed JSON value, read as the server reads a field: see `readLeniently`. */
function rejects(schema: Schema, value: unknown): boolean {
  return rejectsExactly(schema, value) && rejectsExactly(schema, toMeant(schema, value))
}

function toMeant({ anyOf, type = anyOf?.[0]?.type }: Schema, value: unknown): unknown {
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  const isNumber = type === 'number' || type === 'integer'
  return isNumber && typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

function rejectsExactly(schema: Schema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.every((one) => rejectsExactly(one, value))
  if (schema.enum && !schema.enum.includes(value)) return true
  switch (schema.type) {
    case 'string':
      return (
        typeof value !== 'string' ||
        value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY) ||
        value.length < (schema.minLength ?? 0) ||
        (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
      )
    case 'number':
    case 'integer':
      return (
        typeof value !== 'number' ||
        !Number.isFinite(value) ||
        (schema.type === 'integer' && !Number.isSafeInteger(value)) ||
        value < (schema.minimum ?? Number.NEGATIVE_INFINITY) ||
        value <= (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) ||
        value > (schema.maximum ?? Number.POSITIVE_INFINITY)
      )
    case 'boolean':
      return typeof value !== 'boolean'
    case 'array':
      return (
        !Array.isArray(value) ||
        value.length < (schema.minItems ?? 0) ||
        value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY) ||
        value.some((item) => rejectsExactly(schema.items ?? {}, item))
      )
    case 'object':
      return (
        typeof value !== 'object' ||
        value === null ||
        Array.isArray(value) ||
        (schema.required ?? []).some((name) => !Object.hasOwn(value, name)) ||
        Object.entries(value).some(([name, part]) => {
          const known = schema.properties?.[name]
          // Null counts as left out.
          if (known && part === null && !schema.required?.includes(name)) return false
          return known ? rejects(known, part) : schema.additionalProperties === false
        })
      )
    default:
      return false
  }
}

/** Whether the server must reject a JSON body. */
function isRejected(schema: Schema, json: string): boolean {
  return /"(__proto__|constructor)":/.test(json) || rejects(schema, JSON.parse(json))
}

function accepts(schema: Schema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => accepts(one, value))
  if (schema.enum && !schema.enum.includes(value)) return false
  return schema.type === undefined || schema.type.replace('integer', 'number') === typeof value
}

/** @param known values by field name, where the schema is not enough @returns a valid body */
export function makeSample(schema: Schema, known: Record<string, unknown>, name = ''): unknown {
  // "email" is an address in some bodies and a switch in others, and "address" a home or a URL.
  if (name in known && accepts(schema, known[name])) return known[name]
  if (schema.anyOf) return makeSample(schema.anyOf.at(-1) as Schema, known, name)
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') {
    // Optional instants must match the wall time, and made-up ones would not.
    const isKept = (field: string) => !field.endsWith('_utc') || schema.required?.includes(field)
    const fields = Object.entries(schema.properties ?? {}).filter(([field]) => isKept(field))
    return Object.fromEntries(fields.map(([field, part]) => [field, makeSample(part, known, field)]))
  }
  if (schema.type === 'array') return [makeSample(schema.items ?? {}, known, name)]
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  if (schema.type === 'string') return 'sample'
  return schema.minimum ?? 1
}

/** Lists every field of a body and the first item of each list, with its schema. */
function listPlaces(schema: Schema, path: Path = []): { path: Path; schema: Schema }[] {
  const below = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]) => [name, part] as const),
    ...(schema.items ? [[0, schema.items] as const] : []),
  ]
  return below.flatMap(([step, part]) => [
    { path: [...path, step], schema: part },
    ...listPlaces(part, [...path, step]),
  ])
}

const MISSING = Symbol('missing')

/** @returns a copy of the body with another value at a path */
function withValue(body: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(body)
    ? [...body]
    : { ...(body as object) }
  const slot = copy as Record<string | number, unknown>
  if (rest.length === 0 && value === MISSING) delete slot[step]
  else slot[step] = withValue(slot[step], rest, value)
  return copy
}

/** Makes bodies with each odd value in each place, with each field missing, and with unknown fields. */
export function makeBadBodies(schema: Schema, sample: unknown): BadBody[] {
  const bodies: BadBody[] = []
  const add = (what: string, path: Path, value: unknown) => {
    const json = toJson(withValue(sample, path, value))
    const label = `${path.join('.')} ${what.length > 60 ? `${what.slice(0, 60)}…` : what}`
    bodies.push({ label, field: String(path[0]), json, isInvalid: isRejected(schema, json) })
  }
  for (const { path } of listPlaces(schema)) {
    if (typeof path.at(-1) === 'string') add('missing', path, MISSING)
    for (const value of ODD_VALUES) add(toJson(value), path, value)
  }
  for (const name of [
    'unknown',
    'id',
    'role',
    'toString',
    'constructor',
    'detail',
    'x'.repeat(5_000),
    'a\0b',
    '__proto__x',
  ]) {
    add('unknown', [name], 1)
  }
  for (const place of listPlaces(schema)) {
    if (place.schema.type === 'object') add('unknown', [...place.path, 'unknown'], DEEP)
  }
  return bodies
}

/** Bodies that no route accepts. */
export const INVALID_BODIES: { label: string; content: string; type?: string }[] = [
  { label: 'cut off', content: '{"email":"a@b.test","pass', type: 'application/json' },
  { label: 'no JSON', content: 'email=a@b.test', type: 'application/json' },
  { label: 'two', content: '{}{}', type: 'application/json' },
  { label: 'a comment', content: '/* */{}', type: 'application/json' },
  { label: 'a number', content: '1e309', type: 'application/json' },
  { label: 'a text', content: '"text"', type: 'application/json' },
  { label: 'a list', content: '[]', type: 'application/json' },
  { label: 'a prototype', content: '{"__proto__":{"a":1}}', type: 'application/json' },
  { label: 'a constructor', content: '{"constructor":{"prototype":{"a":1}}}', type: 'application/json' },
  { label: 'deep lists', content: `${'['.repeat(5_000)}${']'.repeat(5_000)}`, type: 'application/json' },
  {
    label: 'deep objects',
    content: `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    type: 'application/json',
  },
  { label: 'a byte order mark', content: '\ufeff[]', type: 'application/json' },
  { label: 'too large', content: JSON.stringify('x'.repeat(300_000)), type: 'application/json' },
  { label: 'a form', content: 'a=1&b=2', type: 'application/x-www-form-urlencoded' },
  { label: 'a text by type', content: '{}', type: 'text/plain' },
  { label: 'XML', content: '<a/>', type: 'application/xml' },
  { label: 'an unknown type', content: '{}', type: 'nonsense' },
  { label: 'another charset', content: '[]', type: 'application/json; charset=utf-16' },
  { label: 'multipart without a boundary', content: 'x', type: 'multipart/form-data' },
  {
    label: 'multipart cut off',
    content: '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\nx',
    type: 'multipart/form-data; boundary=b',
  },
]

const RANDOM: Record<string, (schema: Schema) => fc.Arbitrary<unknown>> = {
  object: ({ properties = {}, required = [] }) =>
    fc.record(Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, toRandom(part)])), {
      requiredKeys: required,
    }),
  array: ({ items = {} }) => fc.array(toRandom(items), { maxLength: 3 }),
  string: ({ pattern, maxLength = 50 }) =>
    pattern
      ? fc.stringMatching(new RegExp(pattern))
      : fc.string({ maxLength: Math.min(maxLength, 50), unit: 'binary' }),
  integer: ({ minimum = -10, maximum = 2 ** 31 - 1 }) =>
    fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) }),
  number: ({ minimum = -10, maximum = 1e9 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
}

/** Values that a schema allows, and now and then another. */
export function toRandom(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(toRandom))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const allowed = RANDOM[schema.type ?? 'string']?.(schema) ?? fc.constant(null)
  return fc.oneof({ weight: 20, arbitrary: allowed }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) })
}
