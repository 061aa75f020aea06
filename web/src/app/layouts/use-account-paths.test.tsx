import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render.tsx'
import { useAccountPaths } from './use-account-paths.ts'

function Paths() {
  const { login, signup } = useAccountPaths()
  return <p>{`${login} ${signup}`}</p>
}

const book = encodeURIComponent('/caregiver/2/book?date=2026-06-02')
it.each([
  [`/login?next=${book}`, `/login?next=${book} /signup?next=${book}`],
  [`/signup?next=${book}`, `/login?next=${book} /signup?next=${book}`],
  [`/verify-email?next=${book}`, `/login?next=${book} /signup?next=${book}`],
  [`/forgot-password?next=${book}`, `/login?next=${book} /signup?next=${book}`],
  ['/caregivers?q=nanny', '/login?next=%2Fcaregivers%3Fq%3Dnanny /signup?next=%2Fcaregivers%3Fq%3Dnanny'],
  ['/login?next=//evil.test', '/login /signup'],
  ['/help', '/login /signup'],
])('leads from %s back to the page that the visitor wanted', async (route, expected) => {
  renderPage(<Paths />, { route })
  expect(await screen.findByText(expected)).toBeInTheDocument()
})
