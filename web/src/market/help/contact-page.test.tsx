import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectFieldError, expectToast } from '../../../test/expect.ts'
import { family, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, answerLater, lastBody, sentWrites } from '../../../test/server.ts'
import { loggedOutSession } from '../../lib/session/session.ts'
import { ContactPage } from './contact-page.tsx'

const typed = {
  Name: 'Wanda Moss',
  Email: 'wanda@example.test',
  Subject: 'A key',
  Message: 'Where shall I leave it?',
}

function openContact(session = loggedOutSession) {
  const page = renderPage(<ContactPage />, { route: '/contact', session })
  return {
    ...page,
    send: async (changes: Partial<typeof typed> = {}) => {
      for (const [label, text] of Object.entries({ ...typed, ...changes })) await page.fill(label, text)
      await page.press('Send Message')
    },
  }
}

it('requires every field', async () => {
  const { press } = openContact()
  await press('Send Message')
  await expectToast('Please fix the highlighted fields')
  for (const label of Object.keys(typed)) await expectFieldError(label, `${label} is required`)
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  expect(sentWrites()).toEqual([])
})

it('requires a valid email', async () => {
  const { send } = openContact()
  await send({ Email: 'wanda@' })
  await expectFieldError('Email', 'Enter a valid email')
  expect(sentWrites()).toEqual([])
})

it('begins with the name and email of who is logged in', () => {
  openContact(sessionOf(family))
  expect(screen.getByLabelText('Name')).toHaveValue(family.full_name)
  expect(screen.getByLabelText('Email')).toHaveValue(family.email)
})

it('shows why a message was refused and keeps what was typed', async () => {
  const { send, press } = openContact()
  const tooMany = 'Too many attempts. Please try again in 12 minutes'
  answer('post /api/contact/', { detail: tooMany, code: 'too_many_attempts' }, 429)
  await send()
  await expectToast(tooMany)
  expect(screen.getAllByText(tooMany)).toHaveLength(1)
  for (const [label, text] of Object.entries(typed)) expect(screen.getByLabelText(label)).toHaveValue(text)
  answer('post /api/contact/', {}, 500)
  await press('Send Message')
  await expectToast('Failed to send your message')
})

it('confirms what was sent and starts the next message empty, also after a reload', async () => {
  const { send, press, unmount } = openContact()
  answer('post /api/contact/', { message: 'Thank you' }, 201)
  await send()
  const sent = await screen.findByRole('heading', { name: 'We got your message' })
  await waitFor(() => expect(sent).toHaveFocus())
  expect(screen.getByText(typed.Email)).toBeInTheDocument()
  expect(lastBody()).toEqual({
    name: typed.Name,
    email: typed.Email,
    subject: typed.Subject,
    message: typed.Message,
  })
  await press('Write another')
  expect(screen.getByLabelText('Subject')).toHaveValue('')
  expect(screen.getByLabelText('Message')).toHaveValue('')
  unmount()
  openContact()
  expect(screen.getByLabelText('Subject')).toHaveValue('')
})

it('keeps an unsent message over a reload', async () => {
  const { fill, unmount } = openContact()
  await fill('Message', typed.Message)
  unmount()
  openContact()
  expect(screen.getByLabelText('Message')).toHaveValue(typed.Message)
})

it('keeps what is typed while a message is sent', async () => {
  const { send, fill } = openContact()
  const release = answerLater('post /api/contact/', { message: 'Thank you' }, 201)
  await send()
  await screen.findByRole('button', { name: 'Sending…' })
  await fill('Message', 'One more thing')
  release()
  await expectToast('Thank you')
  expect(screen.getByLabelText('Message')).toHaveValue('One more thing')
})
