import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readLeniently, removeEmptyParameters } from './lenient-input.ts'

const schema = z.strictObject({
  name: z.string().optional(),
  is_active: z.boolean({ error: 'is_active must be true or false' }).optional(),
  amount: z.number({ error: 'Enter an amount' }).min(1).optional(),
  pages: z.int().optional(),
  note: z.string().nullable().optional(),
  windows: z.array(z.strictObject({ date: z.string(), end: z.string().optional() })).optional(),
  tags: z.array(z.string()).optional(),
})

describe('input that a schema refuses is read', () => {
  it.each([
    ['null as left out', { name: null }, {}],
    [
      'null inside a list of objects as left out',
      { windows: [{ date: 'x', end: null }] },
      { windows: [{ date: 'x' }] },
    ],
    ['a boolean in text', { is_active: 'true' }, { is_active: true }],
    ['false in text', { is_active: 'false' }, { is_active: false }],
    ['digits as an amount', { amount: '9.5' }, { amount: 9.5 }],
    ['digits as a whole number', { pages: '12' }, { pages: 12 }],
    ['several at once', { name: null, is_active: 'false', amount: '20' }, { is_active: false, amount: 20 }],
  ])('%s', (_case, input, meant) => {
    expect(schema.parse(readLeniently(schema, input))).toEqual(meant)
  })

  it.each([
    ['null where it means something', { note: null }],
    ['text where text is wanted', { name: 'true' }],
  ])('as it is: %s', (_case, input) => {
    expect(readLeniently(schema, input)).toEqual(input)
  })

  it.each([
    ['another word for a boolean', { is_active: 'yes' }],
    ['a number for a boolean', { is_active: 1 }],
    ['an amount with a comma', { amount: '9,50' }],
    ['an amount in powers of ten', { amount: '1e3' }],
    ['an empty amount', { amount: '' }],
    ['an amount below the least', { amount: '0.5' }],
    ['a fraction of a whole number', { pages: '1.5' }],
    ['null in a list', { tags: [null] }],
    ['an unknown field', { nickname: null, admin: 'true' }],
    ['something that is no object', 'true'],
  ])('and still refused: %s', (_case, input) => {
    expect(schema.safeParse(readLeniently(schema, input)).success).toBe(false)
  })

  it('without a change to what was sent', () => {
    const input = { windows: [{ date: 'x', end: null }], is_active: 'true' }
    readLeniently(schema, input)
    expect(input).toEqual({ windows: [{ date: 'x', end: null }], is_active: 'true' })
  })
})

it('may be deeper than the stack', () => {
  let deep: unknown = 1
  for (let depth = 0; depth < 20_000; depth += 1) deep = { deep }
  expect(readLeniently(schema, { name: deep })).toHaveProperty('name.deep.deep')
})

it('drops the empty parameters of a query', () => {
  expect(removeEmptyParameters({ status: '', page: '2', q: ' ', sort: ['', 'x'] })).toEqual({
    page: '2',
    q: ' ',
    sort: ['', 'x'],
  })
})
