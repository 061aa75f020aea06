import { describe, expect, it } from 'vitest'
import { searchText } from './search-text.ts'

describe('a search text', () => {
  it('is trimmed', () => {
    expect(searchText('  Mei Lin ')).toBe('Mei Lin')
    expect(searchText(' ')).toBe('')
  })

  it('is cut to the server’s maximum, and never within a surrogate pair', () => {
    expect(searchText(` ${'a'.repeat(201)}`)).toBe('a'.repeat(200))
    expect(searchText(`${'a'.repeat(199)}👶`)).toBe('a'.repeat(199))
    expect(searchText(`${'a'.repeat(198)}👶b`)).toBe(`${'a'.repeat(198)}👶`)
    expect(searchText(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199))
  })
})
