import { formatUsd } from '@tendwell/contract/money'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { escapeHtml } from '../../../platform/http/html.ts'
import { renderFormPage, renderNotePage } from '../../sandbox/document.ts'
import { type BankForm, type BankProblem, TEST_ACCOUNTS } from './banks.ts'
import { type CardForm, type CardProblem, TEST_CARDS } from './cards.ts'
import type { Session } from './store.ts'

const NOTICE = 'No real money moves here. Don’t enter a real card or bank account.'

type Field = { label: string; hint: string; attributes: string }

const CARD_FIELDS: Record<keyof CardForm, Field> = {
  card_number: {
    label: 'Card number',
    hint: 'One of the test cards below',
    attributes: 'inputmode="numeric" maxlength="40" placeholder="4242 4242 4242 4242"',
  },
  expiry: {
    label: 'Expiry',
    hint: 'A future month',
    attributes: 'inputmode="text" maxlength="10" placeholder="MM / YY"',
  },
  cvc: {
    label: 'CVC',
    hint: 'Any 3 digits',
    attributes: 'inputmode="numeric" maxlength="4" placeholder="123"',
  },
  name: { label: 'Name on card', hint: 'Any name', attributes: 'maxlength="120"' },
}

const BANK_FIELDS: Record<keyof BankForm, Field> = {
  holder: { label: 'Account holder', hint: 'Any name', attributes: 'maxlength="120"' },
  routing: {
    label: 'Routing number',
    hint: 'Nine digits, such as 110000000',
    attributes: 'inputmode="numeric" maxlength="20" placeholder="110000000"',
  },
  account: {
    label: 'Account number',
    hint: 'One of the test accounts below',
    attributes: 'inputmode="numeric" maxlength="40" placeholder="000123456789"',
  },
}

type Problem = { field: string; message: string } | null

/**
 * A labeled field with what was typed.
 * @param problem what is wrong with one field of the form; replaces the hint of that field
 */
function renderField(
  name: string,
  { label, hint, attributes }: Field,
  typedText: string,
  problem: Problem,
): string {
  const message = problem?.field === name ? problem.message : null
  const state = message ? ' aria-invalid="true" autofocus' : ''
  const hintOrProblem = message
    ? `<p class="error" id="${name}-hint" role="alert">${escapeHtml(message)}</p>`
    : `<p class="hint" id="${name}-hint">${hint}</p>`
  return `<div class="field field-${name}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" autocomplete="off" ${attributes} value="${escapeHtml(typedText)}" aria-describedby="${name}-hint" required${state}>
${hintOrProblem}
</div>`
}

/** A list of test values and what they do. */
function renderTestValues(title: string, testValues: readonly { number: string; says?: string }[]): string {
  const rows = testValues.map(({ number, says }) => `<li><code>${number}</code><span>${says}</span></li>`)
  return `<section class="cards" aria-labelledby="cards-title"><h2 id="cards-title">${title}</h2><ul>${rows.join('')}</ul></section>`
}

const renderDetails = (description: string, email: string) =>
  `<p class="description">${escapeHtml(description)}</p>\n<p class="payer">${escapeHtml(email)}</p>`

/** The card page of an open session, with the form as typed and its problem. */
export function renderCardPage(session: Session, form: CardForm, problem: CardProblem | null): string {
  const amount = formatUsd(session.amountCents)
  const field = (key: keyof CardForm) =>
    // Never send a card's security code back.
    renderField(key, CARD_FIELDS[key], key === 'cvc' ? '' : form[key], problem)
  const cards = TEST_CARDS.filter(({ says }) => says).map(({ number, says }) => ({
    number: number.replace(/(\d{4})(?=\d)/g, '$1 '),
    says,
  }))
  return renderFormPage({
    title: `Pay ${amount}`,
    hasProblem: problem !== null,
    notice: NOTICE,
    label: 'Your payment',
    lead: `Pay ${PRODUCT_NAME}`,
    heading: amount,
    details: renderDetails(session.description, session.payerEmail),
    action: `/sandbox/checkout/${session.id}`,
    fields: `${field('card_number')}
<div class="pair">${field('expiry')}${field('cvc')}</div>
${field('name')}`,
    button: `Pay ${amount}`,
    cancel: { url: session.cancelUrl, text: 'Cancel and go back' },
    below: renderTestValues('Test cards', cards),
  })
}

/** The page where a caregiver enters their bank account, with the form as typed and its problem. */
export function renderOnboardingPage(
  account: { email: string; returnUrl: string | null; linkToken: string | null },
  form: BankForm,
  problem: BankProblem | null,
): string {
  const field = (key: keyof BankForm) => renderField(key, BANK_FIELDS[key], form[key], problem)
  return renderFormPage({
    title: 'Set up payouts',
    hasProblem: problem !== null,
    notice: NOTICE,
    label: 'Your payouts',
    lead: `${PRODUCT_NAME} would like to pay you`,
    heading: 'Set up payouts',
    details: renderDetails(
      'Add the bank account where you’d like to receive your earnings. It takes a minute, and you can change it later.',
      account.email,
    ),
    action: `/sandbox/onboarding/${account.linkToken}`,
    fields: `${field('holder')}\n${field('routing')}\n${field('account')}`,
    button: 'Save and continue',
    cancel: { url: account.returnUrl ?? '/', text: 'Not now' },
    below: renderTestValues('Test accounts', TEST_ACCOUNTS),
  })
}

/** A page with one message and a link. */
export function renderNotice(note: {
  title: string
  text: string
  link?: { url: string; text: string }
}): string {
  return renderNotePage({ ...note, notice: NOTICE })
}
