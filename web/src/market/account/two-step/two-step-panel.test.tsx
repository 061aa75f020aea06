import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { proofRequired } from '../../../../test/data.ts'
import { expectEnabled, expectFieldError, expectToast } from '../../../../test/expect.ts'
import { closePrompt, havePasskeys, passkeyOptionsOf } from '../../../../test/passkeys.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { recoveryCodes, twoStepOff, twoStepOn } from '../../../../test/two-step.ts'
import { TwoStepPanel } from './two-step-panel.tsx'

const settings = 'get /api/auth/two-step/'
const added = { message: 'Passkey added', recovery_codes: recoveryCodes }
const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Tendwell:fay?secret=JBSWY3DPEHPK3PXP' }

function openPanel(twoStep = twoStepOff) {
  answer(settings, twoStep)
  return renderPage(<TwoStepPanel />, { route: '/account', session: sessionOf(family) })
}

const dialog = async (name: string | RegExp, role = 'dialog') =>
  within(await screen.findByRole(role, { name }))

it('says that it is off and offers both ways', async () => {
  havePasskeys()
  openPanel()
  expect(await screen.findByText('Off')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Recovery codes' })).not.toBeInTheDocument()
})

it('says when the browser has no passkeys', async () => {
  openPanel()
  expect(await screen.findByText('This browser doesn’t support passkeys.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
})

it('offers to retry when the settings fail to load', async () => {
  answer(settings, {}, 500)
  const { press } = renderPage(<TwoStepPanel />, { route: '/account', session: sessionOf(family) })
  expect(await screen.findByText('Failed to load two-step sign-in')).toBeVisible()
  answer(settings, twoStepOff)
  await press('Retry')
  expect(await screen.findByText('Off')).toBeVisible()
})

it('adds the first passkey and shows the recovery codes until they are saved', async () => {
  havePasskeys()
  const { press, fill, user } = openPanel()
  await screen.findByText('Off')
  await press('Add a passkey')
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).not.toBe('')
  await fill('Name', 'My laptop')
  answer('post /api/auth/two-step/passkeys/options/', passkeyOptionsOf())
  answer('post /api/auth/two-step/passkeys/', added)
  answer(settings, { ...twoStepOn, app: null })
  await press('Create passkey')
  await expectToast('Passkey added')
  expect(lastBody()).toMatchObject({ name: 'My laptop', passkey: { id: 'AQID', type: 'public-key' } })

  const codes = await dialog('Save your recovery codes', 'alertdialog')
  expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  const done = codes.getByRole('button', { name: 'Done' })
  expect(done).toBeDisabled()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog')).toBeVisible()
  await user.click(codes.getByRole('checkbox', { name: /saved these codes/ }))
  await user.click(done)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(await screen.findByText('On')).toBeVisible()
})

it('says calmly that the passkey prompt was closed', async () => {
  havePasskeys(closePrompt)
  const { press } = openPanel()
  await screen.findByText('Off')
  await press('Add a passkey')
  answer('post /api/auth/two-step/passkeys/options/', passkeyOptionsOf())
  await press('Create passkey')
  expect(await screen.findByText(/prompt was closed or timed out/)).toBeVisible()
  await expectEnabled('Create passkey')
  expect(sentWrites()).toEqual(['POST /api/auth/two-step/passkeys/options/'])
})

it.each([
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['UnknownError', 'Your browser couldn’t use the passkey. Please try again.'],
])('says why a passkey was not made: %s', async (name, text) => {
  havePasskeys(() => Promise.reject(new DOMException('no', name)))
  const { press } = openPanel()
  await screen.findByText('Off')
  await press('Add a passkey')
  answer('post /api/auth/two-step/passkeys/options/', passkeyOptionsOf())
  await press('Create passkey')
  expect(await screen.findByText(text)).toBeVisible()
})

it('says in the dialog when the server refuses the passkey', async () => {
  havePasskeys()
  const { press } = openPanel()
  await screen.findByText('Off')
  await press('Add a passkey')
  answer('post /api/auth/two-step/passkeys/options/', passkeyOptionsOf())
  const detail = 'We couldn’t add this passkey. Please try again'
  answer('post /api/auth/two-step/passkeys/', { detail, code: 'invalid', non_field_errors: [detail] }, 400)
  await press('Create passkey')
  expect(await screen.findByRole('alert')).toHaveTextContent(detail)
})

it('sets up an app with a code, and refuses a wrong one', async () => {
  const { press, fill, user } = openPanel()
  await screen.findByText('Off')
  answer('post /api/auth/two-step/app/', setup)
  await press('Set up an app')
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible()
  // A setup that opens again has another key, which the phone that scanned this one doesn't know.
  await user.click(screen.getByRole('dialog').parentElement?.parentElement as HTMLElement)
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  const code = screen.getByLabelText('Code')
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(code).toHaveAttribute('inputmode', 'numeric')
  await fill('Code', '12345')
  await press('Add app')
  await expectFieldError('Code', 'Enter the 6-digit code from your app')
  answer(
    'post /api/auth/two-step/app/confirm/',
    { app_code: ['This code is not correct'], code: 'invalid' },
    400,
  )
  await fill('Code', '123 456')
  await press('Add app')
  await expectFieldError('Code', 'This code is not correct')
  answer('post /api/auth/two-step/app/confirm/', { ...added, recovery_codes: null })
  await press('Add app')
  await expectToast('Authenticator app added')
  expect(lastBody()).toEqual({ name: 'Authenticator app', app_code: '123456' })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('offers to retry when the setup of an app fails', async () => {
  const { press } = openPanel()
  await screen.findByText('Off')
  answer('post /api/auth/two-step/app/', {}, 500)
  await press('Set up an app')
  expect(await screen.findByText('Failed to start the setup')).toBeVisible()
  answer('post /api/auth/two-step/app/', setup)
  await press('Retry')
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await press('Close')
})

it('shows what each passkey is, and renames it', async () => {
  const { press, fill } = openPanel(twoStepOn)
  const [first, second] = within(await screen.findByRole('list', { name: 'Passkeys' })).getAllByRole(
    'listitem',
  )
  expect(first).toHaveTextContent(/Added Mar 1, 2026 · Last used .* · Synced across your devices/)
  expect(second).toHaveTextContent('Not used yet · On one device only')
  await press('Rename Blue security key')
  expect(screen.getByLabelText('Name')).toHaveValue('Blue security key')
  await fill('Name', '')
  await press('Save name')
  await expectFieldError('Name', 'Name is required')
  answer('patch /api/auth/two-step/passkeys/5/', { message: 'Renamed' })
  await fill('Name', 'Green key')
  await press('Save name')
  await expectToast('Name saved')
  expect(lastBody()).toEqual({ name: 'Green key' })
})

it('renames an app once the person has confirmed who they are', async () => {
  const { press, fill } = openPanel(twoStepOn)
  await screen.findByText('On')
  await press('Rename Authenticator app')
  await fill('Name', 'Work phone')
  answer('patch /api/auth/two-step/app/', { ...proofRequired, methods: ['app'] }, 403)
  await press('Save name')
  await dialog('Enter a code from your app to continue')
  answer('post /api/auth/reauthenticate/', { message: 'Confirmed' })
  answer('patch /api/auth/two-step/app/', { message: 'Renamed' })
  await fill('Code', '123456')
  await press('Confirm')
  await expectToast('Name saved')
  expect(sentWrites()).toEqual([
    'PATCH /api/auth/two-step/app/',
    'POST /api/auth/reauthenticate/',
    'PATCH /api/auth/two-step/app/',
  ])
})

it('removes one of several second steps', async () => {
  const { press } = openPanel(twoStepOn)
  await screen.findByText('On')
  await press('Remove Blue security key')
  expect(await dialog('Remove Blue security key?', 'alertdialog')).toBeTruthy()
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'You can no longer log in with “Blue security key”',
  )
  answer('delete /api/auth/two-step/passkeys/5/', {})
  await press('Remove')
  await expectToast('Blue security key removed')
})

it('says what removing the last one means, and why it failed', async () => {
  const { press } = openPanel({ ...twoStepOn, passkeys: [] })
  await screen.findByText('On')
  await press('Remove Authenticator app')
  const question = await screen.findByRole('alertdialog', { name: 'Turn off two-step sign-in?' })
  expect(question).toHaveTextContent('your password alone opens your account')
  answer('delete /api/auth/two-step/app/', {}, 500)
  await press('Remove and turn off')
  await expectToast('Failed to remove Authenticator app')
  expect(screen.getByRole('alertdialog')).toBeInTheDocument()
})

it('doesn’t remove the only second step of someone who needs one', async () => {
  openPanel({ ...twoStepOn, passkeys: [], is_required: true })
  expect(await screen.findByText(/To remove this one, add another first/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
})

it('makes new recovery codes after asking', async () => {
  const { press, user } = openPanel({ ...twoStepOn, recovery_codes_left: 2 })
  const section = within(await screen.findByRole('region', { name: 'Recovery codes' }))
  expect(section.getByText(/2 of 10 codes left/)).toBeVisible()
  expect(section.getByText(/so you don’t get locked out/)).toBeVisible()
  await press('Make new codes')
  expect(screen.getByRole('alertdialog')).toHaveTextContent('The ones you have now stop working')
  answer('post /api/auth/two-step/recovery-codes/', { recovery_codes: recoveryCodes })
  await press('Make new codes')
  const codes = await dialog('Save your recovery codes', 'alertdialog')
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(codes.getByRole('button', { name: 'Copy' }))
  await expectToast('Codes copied!')
  expect(copy).toHaveBeenCalledWith(recoveryCodes.join('\n'))
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  await user.click(codes.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

it('forgets the remembered devices', async () => {
  const { press } = openPanel(twoStepOn)
  await screen.findByText('On')
  answer('delete /api/auth/two-step/remembered-devices/', {})
  answer(settings, { ...twoStepOn, remembered_devices: 0 })
  await press('Forget remembered devices (2)')
  await expectToast('Devices forgotten')
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Remembered devices' })).not.toBeInTheDocument(),
  )
})
