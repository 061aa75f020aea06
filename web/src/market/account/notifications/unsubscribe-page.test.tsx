import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectToast } from '../../../../test/expect.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, sentWrites } from '../../../../test/server.ts'
import { UnsubscribePage } from './unsubscribe-page.tsx'

const call = 'post /api/notifications/unsubscribe/'

it('sends nothing until the button is pressed, and then says which emails stop', async () => {
  const { press } = renderPage(<UnsubscribePage />, { route: '/unsubscribe?token=4:messages.signed' })
  expect(sentWrites()).toEqual([])
  answer(call, { kind: 'messages', message: 'Unsubscribed' })
  await press('Unsubscribe')
  expect(await screen.findByText('We’ll stop emailing you about messages.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).not.toBeInTheDocument()
})

it('says why a link does not work', async () => {
  const { press } = renderPage(<UnsubscribePage />, { route: '/unsubscribe?token=forged' })
  answer(call, { detail: 'This link is not valid', code: 'invalid' }, 400)
  await press('Unsubscribe')
  await expectToast('This link is not valid')
  expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeInTheDocument()
})
