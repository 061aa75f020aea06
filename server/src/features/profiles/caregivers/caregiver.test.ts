import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { describe, expect, it } from 'vitest'
import {
  isCompleteCaregiver,
  removeDuplicates,
  STATUS_AFTER_UPLOAD,
  toAverageRating,
  toKey,
  toRatingHundredths,
} from './caregiver.ts'

const complete = {
  fullName: 'Nora Bell',
  city: 'London',
  country: 'United Kingdom',
  rateCents: 1,
  languages: ['English'],
  skills: ['Nanny'],
  description: 'Calm',
}

describe('a profile', () => {
  it('is complete with all of it', () => {
    expect(isCompleteCaregiver(complete)).toBe(true)
  })

  it.each([
    ['name', { fullName: ' ' }],
    ['city', { city: '' }],
    ['country', { country: '' }],
    ['description', { description: '\n' }],
    ['rate', { rateCents: 0 }],
    ['language', { languages: [] }],
    ['skill', { skills: [] }],
  ])('is not complete without a %s', (_, change) => {
    expect(isCompleteCaregiver({ ...complete, ...change })).toBe(false)
  })
})

it('keeps the first of words that differ only in case', () => {
  expect(removeDuplicates(['Nanny', 'nanny', 'Night nanny', 'NANNY', 'Élan', 'éLAN'])).toEqual([
    'Nanny',
    'Night nanny',
    'Élan',
  ])
  expect(toKey('Night NANNY')).toBe('night nanny')
})

it.each<[VerificationStatus, VerificationStatus]>([
  ['pending', 'pending'],
  ['verified', 'pending'],
  ['rejected', 'pending'],
  ['flagged', 'flagged'],
])('new documents make a %s caregiver %s', (before, after) => {
  expect(STATUS_AFTER_UPLOAD[before]).toBe(after)
})

it.each([
  [4.5, 450],
  [4.333333, 433],
  [4.666666, 467],
  [5, 500],
])('stores %f stars as %i hundredths', (stars, hundredths) => {
  expect(toRatingHundredths(stars)).toBe(hundredths)
})

it.each([
  [433, 3, 4.33],
  [500, 1, 5],
  [0, 0, null],
])('shows %i hundredths of %i reviews as %s', (ratingHundredths, ratingCount, stars) => {
  expect(toAverageRating({ ratingHundredths, ratingCount })).toBe(stars)
})
