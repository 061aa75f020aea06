import { expect, it } from 'vitest'
import { forgetScrollPosition, getScrollKey, scrollStorageKey } from './scroll-positions.ts'

const wallet = { key: 'default', pathname: '/caregiver/wallet', search: '' }

function load(type: string | undefined): Record<string, number> {
  const stored = new Map([[scrollStorageKey, JSON.stringify({ [getScrollKey(wallet)]: 640, ab12: 90 })]])
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  } as Storage
  forgetScrollPosition(type, storage, wallet)
  return JSON.parse(stored.get(scrollStorageKey) ?? '')
}

it('begins at the top of a page that a link of another site has opened', () => {
  expect(load('navigate')).toEqual({ ab12: 90 })
})

it.each(['reload', 'back_forward', undefined])('keeps the position on %s', (type) => {
  expect(load(type)).toEqual({ '/caregiver/wallet': 640, ab12: 90 })
})

it('tells entries of the app apart by their key, and page loads by their address', () => {
  expect(getScrollKey({ ...wallet, key: 'ab12' })).toBe('ab12')
  expect(getScrollKey({ ...wallet, search: '?activity=payout' })).toBe('/caregiver/wallet?activity=payout')
})
