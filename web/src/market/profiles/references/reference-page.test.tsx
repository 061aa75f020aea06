import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { question } from '../../../../test/references.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { ReferencePage } from './reference-page.tsx'

const open = (changes: object = {}) => {
  answer('get /api/references/', { ...question, ...changes })
  return renderPage(<ReferencePage />, { route: '/reference?token=abc' })
}

it('asks a referee, sends nothing before a press, and lets them change the answer', async () => {
  const { press } = open()
  expect(await screen.findByRole('heading', { name: 'Do you know Nora L.?' })).toBeInTheDocument()
  for (const fact of ['Rosa Smith', 'They worked for your family', '3 years']) {
    expect(screen.getByText(fact)).toBeInTheDocument()
  }
  expect(sentWrites()).toEqual([])
  answer('post /api/references/answer/', { ...question, confirms: true })
  await press('Yes, I confirm')
  expect(await screen.findByText('Thank you, you confirmed')).toBeInTheDocument()
  expect(lastBody()).toEqual({ token: 'abc', confirms: true })
  expect(screen.queryByRole('button', { name: 'Yes, I confirm' })).not.toBeInTheDocument()
  answer('post /api/references/answer/', { ...question, confirms: false })
  await press('No, I don’t confirm')
  expect(await screen.findByText(/We don’t tell Nora L\./)).toBeInTheDocument()
})

it('deletes a referee’s data after asking, also when it is too late to answer', async () => {
  const { press } = open({ is_over: true })
  expect(await screen.findByText('This link has expired')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Yes, I confirm' })).not.toBeInTheDocument()
  await press('Delete my data')
  expect(sentWrites()).toEqual([])
  answer('post /api/references/delete/', {})
  await press('Delete my data')
  expect(await screen.findByRole('heading', { name: 'Your data is deleted' })).toBeInTheDocument()
  expect(lastBody()).toEqual({ token: 'abc' })
})

it('says that a link doesn’t work', async () => {
  answer('get /api/references/', { detail: 'This link is not valid', code: 'invalid' }, 400)
  renderPage(<ReferencePage />, { route: '/reference?token=old' })
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeInTheDocument()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
