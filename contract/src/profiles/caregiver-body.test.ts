import { expect, test } from 'vitest'
import { z } from 'zod'
import { caregiverAboutBody } from './caregiver-body.ts'

const body = z.object(caregiverAboutBody)
const messageOf = (input: object) => body.safeParse(input).error?.issues[0]?.message ?? null

test.each([
  ['', ''],
  [' https://www.youtube.com/watch?v=dQw4w9WgXcQ ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'https://vimeo.com/76979871'],
  ['www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['vimeo.com', 'https://vimeo.com'],
])('takes the video link %j', (video_url, kept) => {
  expect(body.parse({ video_url })).toEqual({ video_url: kept })
})

test.each([
  'http://vimeo.com/76979871',
  '127.0.0.1/video',
  'vimeo',
  'vimeo.com:8443/1',
  'nora@vimeo.com/1',
  'javascript:alert(1)',
  'https://',
  'https://localhost/video',
  'https://127.0.0.1/video',
  'https://[::1]/video',
  'https://vimeo.com:8443/1',
  'https://nora@vimeo.com/1',
])('refuses the video link %j', (video_url) => {
  expect(messageOf({ video_url })).toBe('Enter a link that begins with https://')
})

test.each([
  [{ experience_years: -1 }, 'Years of experience must be 0 or more'],
  [{ experience_years: 61 }, 'Years of experience must be at most 60'],
  [{ experience_years: 2.5 }, 'Years of experience must be a whole number'],
  [{ travel_km: 0 }, 'Enter at least 1 mile or 1 km, or leave it empty'],
  [{ travel_km: 501 }, 'Enter at most 500 km (310 miles), or leave it empty'],
  [{ travel_km: '10' }, 'Distance must be a number'],
  [{ care_ages: ['adult'] }, 'Choose ages from the list'],
  [{ care_ages: 'teen' }, 'Ages must be a list'],
  [{ video_url: `https://vimeo.com/${'1'.repeat(300)}` }, 'Video link must be at most 300 characters'],
])('refuses %j: %s', (input, message) => {
  expect(messageOf(input)).toBe(message)
})

test('lists each age once, from the youngest', () => {
  expect(body.parse({ experience_years: null, care_ages: ['teen', 'newborn', 'teen'] })).toEqual({
    experience_years: null,
    care_ages: ['newborn', 'teen'],
  })
})
