import type { OwnReference, RefereeQuestion } from '@tendwell/contract/profiles/references'

/** A caregiver's references, one in each state. */
export const references = {
  asked: {
    id: 1,
    name: 'Ada Osei',
    email: 'ada@example.test',
    relation: 'trainer',
    years: 1,
    state: 'asked',
    asked_at: '2099-06-01T12:00:00Z',
    can_ask_from: '2099-06-08T12:00:00Z',
  },
  confirmed: {
    id: 2,
    name: 'Rosa Smith',
    email: 'rosa@example.test',
    relation: 'family',
    years: 3,
    state: 'confirmed',
    asked_at: '2026-05-01T12:00:00Z',
    can_ask_from: null,
  },
  notConfirmed: {
    id: 3,
    name: 'Tom Adler',
    email: 'tom@example.test',
    relation: 'colleague',
    years: 0,
    state: 'not_confirmed',
    asked_at: '2020-04-01T12:00:00Z',
    can_ask_from: '2020-04-08T12:00:00Z',
  },
} as const satisfies Record<string, OwnReference>

/** What the link of a mail to a referee shows. */
export const question: RefereeQuestion = {
  caregiver_name: 'Nora L.',
  name: 'Rosa Smith',
  relation: 'family',
  years: 3,
  confirms: null,
  answer_until: '2026-07-01T12:00:00Z',
  is_over: false,
}
