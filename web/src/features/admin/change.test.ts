import { expect, it } from 'vitest'
import { changeWord } from './change.ts'

it.each([
  [12.5, '+12.5%'],
  [3, '+3.0%'],
  [0, '0.0%'],
  [-40.25, '-40.3%'],
  [null, 'New'],
])('a change of %s reads %s', (percent, word) => {
  expect(changeWord(percent)).toBe(word)
})
