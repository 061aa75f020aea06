import { expect, it } from 'vitest'
import { CHAIN_START, hashErasable, hashInChain, makeSeal } from './seal.ts'

const entry = { id: 7, body: '[7, "login"]', address: '192.0.2.7', names: '[null, null]' }
const salts = { address: 'a', names: 'n' }

it('has another hash for another entry, place, address or name', () => {
  const { hash } = makeSeal(CHAIN_START, entry, salts)
  const others = [
    makeSeal('0', entry, salts),
    makeSeal(CHAIN_START, { ...entry, body: '[7, "logout"]' }, salts),
    makeSeal(CHAIN_START, { ...entry, address: '192.0.2.8' }, salts),
    makeSeal(CHAIN_START, { ...entry, names: '[{"email": "a@b.test"}, null]' }, salts),
  ].map((other) => other.hash)
  expect(new Set([hash, ...others]).size).toBe(5)
  expect(makeSeal(CHAIN_START, entry, salts)).toEqual({
    entryId: 7,
    addressHash: expect.any(String),
    namesHash: expect.any(String),
    hash,
  })
})

it('can be followed when what an erasure empties is gone', () => {
  const sealed = makeSeal(CHAIN_START, entry, salts)
  expect(hashInChain(CHAIN_START, { body: entry.body }, sealed)).toBe(sealed.hash)
})

it('says nothing about an address without its salt', () => {
  expect(hashErasable('a', '192.0.2.7')).not.toBe(hashErasable('b', '192.0.2.7'))
})
