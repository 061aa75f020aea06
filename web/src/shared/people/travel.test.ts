import { afterEach, expect, it, vi } from 'vitest'
import { getBrowserCountry } from './travel.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['en-US', 'United States'],
  ['en-US@posix', 'United States'],
  ['zh-Hans-CN', 'China'],
  ['de', ''],
  ['', ''],
])('knows the country of a browser in %j', (language, country) => {
  vi.stubGlobal('navigator', { language })
  expect(getBrowserCountry()).toBe(country)
})
