import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { expectFieldError, expectToast } from '../../../test/expect.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody, sentWrites, server } from '../../../test/server.ts'
import { FormError } from '../../ui/form-error.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { api } from '../transport/api-base.ts'
import { idempotencyHeader } from '../transport/idempotency.ts'
import { Field, useZodForm } from './form.tsx'
import { useSubmit } from './use-submit.ts'

const letter = z.object({
  subject: z.string().min(1, { error: 'Subject is required' }),
  text: z.string().min(1, { error: 'Text is required' }),
})

const { useSendLetterMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    sendLetter: build.mutation<{ id: number }, { body: z.infer<typeof letter>; key: string }>({
      query: ({ body, key }) => ({ url: '/letters/', method: 'POST', body, headers: idempotencyHeader(key) }),
    }),
  }),
})

function LetterForm() {
  const form = useZodForm(letter, { defaultValues: { subject: 'Hello', text: '' } })
  const [sendLetter] = useSendLetterMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body, key) => sendLetter({ body, key }).unwrap(),
    success: ({ id }) => `Letter ${id} sent`,
    failure: 'Failed to send letter',
    fieldNames: { headline: 'subject' },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Field form={form} name="subject">
        {(field) => <TextField label="Subject" {...field} />}
      </Field>
      <Field form={form} name="text">
        {(field) => <TextField label="Text" {...field} />}
      </Field>
      <FormError message={formError} />
      <button type="submit">{isPending ? 'Sending…' : 'Send'}</button>
    </form>
  )
}

const openForm = () => renderPage(<LetterForm />)

/** Answers the letter. @returns the idempotency keys that it is sent with */
function answerLetter(body: object, status: number): string[] {
  const keys: string[] = []
  server.use(
    http.post('/api/letters/', ({ request }) => {
      keys.push(request.headers.get('idempotency-key') ?? '')
      return HttpResponse.json(body, { status })
    }),
  )
  return keys
}

it('sends nothing while a field is wrong, and puts the focus there', async () => {
  const { press } = openForm()
  await press('Send')
  await expectFieldError('Text', 'Text is required')
  await expectToast('Please fix the highlighted fields')
  await waitFor(() => expect(screen.getByLabelText('Text')).toHaveFocus())
  expect(sentWrites()).toEqual([])
})

it('sends the form and says so', async () => {
  answer('post /api/letters/', { id: 7 }, 201)
  const { fill, press } = openForm()
  await fill('Text', 'How are you?')
  await press('Send')
  await expectToast('Letter 7 sent')
  expect(lastBody()).toEqual({ subject: 'Hello', text: 'How are you?' })
  expect(await screen.findByRole('button', { name: 'Send' })).toBeInTheDocument()
})

it('puts the server’s messages on the fields, and the focus on the first', async () => {
  answer('post /api/letters/', { detail: 'Invalid', headline: ['Too loud'], text: ['Too short'] }, 400)
  const { fill, press } = openForm()
  await fill('Text', 'Hi')
  await press('Send')
  await expectFieldError('Subject', 'Too loud')
  await expectFieldError('Text', 'Too short')
  await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveFocus())
  expect(screen.queryByRole('alert')).not.toHaveTextContent(/\S/)
})

it('shows a failure that belongs to no field in the toast, and not again in the form', async () => {
  answer('post /api/letters/', { detail: 'The mailbox is full' }, 409)
  const { fill, press } = openForm()
  await fill('Text', 'Hi')
  await press('Send')
  await expectToast('The mailbox is full')
  expect(screen.getAllByText('The mailbox is full')).toHaveLength(1)
  expect(screen.getByLabelText('Text')).toHaveValue('Hi')
})

it('says how to reach the server again', async () => {
  server.use(http.post('/api/letters/', () => HttpResponse.error()))
  const { fill, press } = openForm()
  await fill('Text', 'Hi')
  await press('Send')
  await expectToast('Failed to send letter')
  expect(screen.getByRole('alert')).toHaveTextContent(
    'We couldn’t reach the server. Check your connection and try again.',
  )
})

it('says to a person without a network that nothing was sent, once', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.use(http.post('/api/letters/', () => HttpResponse.error()))
  const { fill, press } = openForm()
  await fill('Text', 'Hi')
  await press('Send')
  await expectToast('Failed to send letter. You’re offline. Nothing was sent, your choices are kept')
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  expect(screen.getByLabelText('Text')).toHaveValue('Hi')
  vi.restoreAllMocks()
})

it('sends once, however often the button is pressed', async () => {
  let letAnswer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    letAnswer = resolve
  })
  server.use(
    http.post('/api/letters/', async () => {
      await mayAnswer
      return HttpResponse.json({ id: 7 }, { status: 201 })
    }),
  )
  const { fill, press } = openForm()
  await fill('Text', 'Hi')
  await press('Send')
  await press(/^Send/)
  await screen.findByRole('button', { name: 'Sending…' })
  await press('Sending…')
  letAnswer()
  await expectToast('Letter 7 sent')
  expect(sentWrites()).toEqual(['POST /api/letters/'])
})

it('keeps the idempotency key for another try, and takes a new one for another letter', async () => {
  const failed = answerLetter({ detail: 'Busy' }, 503)
  const { fill, press } = openForm()
  await fill('Text', 'Hi')
  await press('Send')
  await expectToast('Busy')
  const stored = answerLetter({ id: 7 }, 201)
  await press('Send')
  await expectToast('Letter 7 sent')
  await press('Send')
  await waitFor(() => expect(stored).toHaveLength(2))
  expect(stored[0]).toBe(failed[0])
  expect(stored[1]).not.toBe(failed[0])
})
