import { describe, expect, test } from 'vitest'
import { formatCounters, selectFiles } from './evidence.ts'

const megabyte = 1024 * 1024
const file = (name: string, megabytes = 1, type = 'image/png') => ({ name, type, size: megabytes * megabyte })

describe('evidence', () => {
  test('accepts at most five files, or none of the new ones', () => {
    const present = [file('1.png'), file('2.png'), file('3.png'), file('4.png')]
    expect(selectFiles(present, [file('5.png')])).toEqual({ accepted: [file('5.png')], refusals: [] })
    expect(selectFiles(present, [file('5.png'), file('6.png')])).toEqual({
      accepted: [],
      refusals: ['You can only upload a maximum of 5 files. You currently have 4 files selected.'],
    })
  })

  test('accepts PNG, JPEG and PDF, at most 10 MB each and together', () => {
    const { accepted, refusals } = selectFiles(
      [file('there.pdf', 4, 'application/pdf')],
      [
        file('page.html', 1, 'text/html'),
        file('film.png', 10.1),
        file('photo.jpg', 5.5, 'image/jpeg'),
        file('scan.png', 1),
      ],
    )
    expect(accepted.map(({ name }) => name)).toEqual(['photo.jpg'])
    expect(refusals).toEqual([
      'page.html is not a valid file type. Please upload PNG, JPG, or PDF files.',
      'film.png is too large. Please upload files smaller than 10MB.',
      'Total file size cannot exceed 10MB. Current total: 10.5MB',
    ])
    expect(selectFiles([], [file('whole.png', 10)]).refusals).toEqual([])
  })

  test('counts files and megabytes', () => {
    expect(formatCounters([])).toEqual(['0/5 files', '0.0/10MB'])
    expect(formatCounters([file('1.png', 0.01)])).toEqual(['1/5 files', '0.1/10MB'])
    expect(formatCounters([file('1.png', 1.25), file('2.png', 2)])).toEqual(['2/5 files', '3.3/10MB'])
  })
})
