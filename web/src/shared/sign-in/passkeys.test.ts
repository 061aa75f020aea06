import { expect, it } from 'vitest'
import { describePasskeyFailure } from './passkeys.ts'

const failure = (name: string) => Object.assign(new Error(), { name })

it.each(['NotSupportedError', 'InvalidStateError'])(
  'says of a login that the passkey couldn’t be used: %s',
  (name) => {
    expect(describePasskeyFailure(failure(name), 'use')).toMatch(/use (a|the) passkey/)
    expect(describePasskeyFailure(failure(name), 'use')).not.toMatch(/create|already has/)
  },
)

it('says that a passkey couldn’t be created', () => {
  expect(describePasskeyFailure(failure('NotSupportedError'), 'create')).toMatch(/can’t create a passkey/)
})

it('says the same of a closed prompt', () => {
  const closed = failure('NotAllowedError')
  expect(describePasskeyFailure(closed, 'use')).toBe(describePasskeyFailure(closed, 'create'))
})
