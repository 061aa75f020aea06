import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../../test/app.tsx'
import { listOf } from '../../../test/data.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { answer } from '../../../test/server.ts'
import { recoveryCodes, twoStepOff, twoStepOn } from '../../../test/two-step.ts'

const title = 'Secure your account first'
const required = { ...twoStepOff, is_required: true }
const findTitle = () => screen.findByRole('heading', { level: 1, name: title })

it('leads an admin through the setup, then opens what they wanted', async () => {
  answer('get /api/auth/two-step/', required)
  const { user, store, address } = renderApp(
    '/admin/audit',
    sessionOf({ ...admin, must_set_up_two_step: true }),
  )
  expect(await findTitle()).toBeVisible()
  expect(address()).toBe('/admin/audit')
  expect(screen.queryByRole('navigation', { name: 'Console' })).not.toBeInTheDocument()
  answer('post /api/auth/two-step/app/', { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Tendwell:ada' })
  await user.click(await screen.findByRole('button', { name: 'Set up an app' }))
  await user.type(await screen.findByLabelText('Code'), '123456')
  answer('post /api/auth/two-step/app/confirm/', { message: 'Added', recovery_codes: recoveryCodes }, 201)
  answer('get /api/auth/two-step/', { ...twoStepOn, is_required: true, passkeys: [] })
  answer('get /api/admin-panel/audit/', listOf([]))
  await user.click(screen.getByRole('button', { name: 'Add app' }))
  const codes = within(await screen.findByRole('alertdialog', { name: 'Save your recovery codes' }))
  await user.click(codes.getByRole('checkbox'))
  await user.click(codes.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Console' })).toBeVisible()
  expect(store.getState().session.user).toEqual(admin)
})

it('still offers the account page and logging out', async () => {
  answer('get /api/auth/two-step/', required)
  const { user } = renderApp('/admin', sessionOf({ ...admin, must_set_up_two_step: true }))
  await findTitle()
  await screen.findByRole('button', { name: 'Set up an app' })
  await user.click(screen.getByRole('button', { name: /^Account/ }))
  expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(screen.getAllByRole('link', { name: /account/i })[0]).toHaveAttribute('href', '/account')
})

it('opens in the console’s place when a call says that it is required', async () => {
  answer('get /api/auth/two-step/', required)
  answer('get /api/admin-panel/audit/', { detail: 'Turn it on first', code: 'two_step_required' }, 403)
  renderApp('/admin/audit', sessionOf(admin))
  expect(await findTitle()).toBeVisible()
})

it('offers to retry when the settings fail to load', async () => {
  answer('get /api/auth/two-step/', {}, 500)
  const { user } = renderApp('/admin', sessionOf({ ...admin, must_set_up_two_step: true }))
  expect(await screen.findByText('Failed to load two-step sign-in')).toBeVisible()
  answer('get /api/auth/two-step/', required)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeVisible()
})
