import { expect, it } from 'vitest'
import { getTypedTexts } from './draft.ts'

const fields = ['name', 'message']

it('keeps the listed fields that were typed in', () => {
  const values = { name: 'Mira', message: ' A key ', password: 'a secret', nested: {} }
  expect(getTypedTexts(values, fields)).toEqual({ name: 'Mira', message: ' A key ' })
  expect(getTypedTexts(values, fields, { name: 'Mira', message: '' })).toEqual({ message: ' A key ' })
  expect(getTypedTexts({ name: '', message: '   ' }, fields)).toEqual({})
})

it.each([null, undefined, 'text', 7, [], { name: 5, message: null }, { name: { $: 1 } }])(
  'finds nothing in %j',
  (stored) => {
    expect(getTypedTexts(stored, fields)).toEqual({})
  },
)
