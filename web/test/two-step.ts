/** Two-step sign-in, for tests and stories. */
import type { PersonTwoStep, TwoStep, TwoStepRecovery } from '@tendwell/contract/sign-in/two-step'

export const twoStepOff: TwoStep = {
  is_on: false,
  is_required: false,
  passkeys: [],
  app: null,
  recovery_codes_left: 0,
  remembered_devices: 0,
}

export const twoStepOn: TwoStep = {
  is_on: true,
  is_required: false,
  passkeys: [
    {
      id: 4,
      name: 'Chrome on Mac',
      created_at: '2026-03-01T12:00:00Z',
      used_at: '2026-05-30T14:20:00Z',
      is_synced: true,
    },
    {
      id: 5,
      name: 'Blue security key',
      created_at: '2026-03-02T12:00:00Z',
      used_at: null,
      is_synced: false,
    },
  ],
  app: { name: 'Authenticator app', created_at: '2026-03-01T12:00:00Z', used_at: null },
  recovery_codes_left: 8,
  remembered_devices: 2,
}

export const recoveryCodes = Array.from({ length: 10 }, (_, index) => `k3vd-9mq${index}-tx7p`)

export const openRecovery: TwoStepRecovery = {
  id: 9,
  state: 'open',
  reason: 'Video call, compared with the ID on file. Their phone was stolen.',
  requested_by: { id: 3, name: 'Ada Moss' },
  requested_at: '2026-06-01T09:00:00Z',
  decided_by: null,
  decided_at: null,
  approvable_at: '2026-06-02T09:00:00Z',
  can_decide: true,
  obstacle: null,
  has_approver: true,
}

export const personTwoStep: PersonTwoStep = {
  is_on: true,
  passkeys: 2,
  has_app: true,
  recovery_codes_left: 8,
  recovery: null,
}
