import { expect, it } from 'vitest'
import { screenFiles } from './screen-files.ts'

it('has each page of the web app', () => {
  const pages = Object.keys(import.meta.glob('../{market,console}/**/*-page.tsx'))
  expect([...new Set(Object.values(screenFiles))].toSorted()).toEqual(
    pages.map((file) => file.slice('../'.length)).toSorted(),
  )
})
