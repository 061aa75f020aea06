import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody } from '../../../../test/server.ts'
import { PhoneVerification } from './phone-verification.tsx'

const number = '+1 212 555 0142'
const own = { phone_number: number, is_verified: false, can_verify: true }

function open(phone: object, typed = number) {
  answer('get /api/auth/phone/', { ...own, ...phone })
  return renderPage(
    <>
      <p>Profile</p>
      <PhoneVerification typed={typed} />
    </>,
    { session: sessionOf(caregiver) },
  )
}

it('sends a code and verifies the number by it', async () => {
  const { press, fill } = open({})
  answer('post /api/auth/phone/code/', {})
  await press('Verify this number')
  expect(await screen.findByText(/We sent 6 digits to \+1 212 555 0142\./)).toBeInTheDocument()
  await fill('Code', '123 456')
  answer(
    'post /api/auth/phone/verify/',
    { detail: 'This code is not correct', phone_code: ['This code is not correct'] },
    400,
  )
  await press('Verify number')
  await expectToast('This code is not correct')
  answer('post /api/auth/phone/verify/', { ...own, is_verified: true })
  answer('get /api/auth/phone/', { ...own, is_verified: true })
  await press('Verify number')
  await expectToast('Your number is verified')
  expect(lastBody()).toEqual({ phone_code: '123 456' })
  expect(await screen.findByText('Verified')).toBeInTheDocument()
})

it.each([
  ['no text messages can be sent', { can_verify: false }, number],
  ['there is no number', { phone_number: '' }, ''],
  ['another number is typed', {}, '+1 212 555 0143'],
])('shows nothing where %s', async (_, phone, typed) => {
  const { store } = open(phone, typed)
  const isLoaded = () =>
    Object.values(store.getState().api.queries).some((query) => query?.status === 'fulfilled')
  await waitFor(() => expect(isLoaded()).toBe(true))
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  expect(screen.queryByText('Verified')).not.toBeInTheDocument()
})
