import { expect, it } from 'vitest'
import { screenFiles } from './screen-files.ts'

it('has each page of the web app once', () => {
  const pages = Object.keys(import.meta.glob('../{market,console}/**/*-page.tsx'))
  expect(Object.values(screenFiles).toSorted()).toEqual(
    pages.map((file) => file.slice('../'.length)).toSorted(),
  )
})
