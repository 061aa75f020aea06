import { formatUsd } from '@tendwell/contract/money'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { escapeHtml } from '../../../platform/http/html.ts'
import { renderBrand, renderDocument, renderNotePage } from '../../sandbox/document.ts'
import { type BankForm, type BankProblem, TEST_ACCOUNTS } from './banks.ts'
import { type CardForm, type CardProblem, TEST_CARDS } from './cards.ts'
import type { Session } from './store.ts'

const NOTICE = 'No real money moves here. Don’t enter a real card or bank account.'

const renderPaymentPage = (title: string, content: string) =>
  renderDocument({ title, notice: NOTICE, content })

type FieldShape<Key extends string = string> = {
  key: Key
  name: string
  label: string
  hint: string
  attributes: string
}

const FIELDS = {
  cardNumber: {
    key: 'cardNumber',
    name: 'card_number',
    label: 'Card number',
    hint: 'One of the test cards below',
    attributes: 'inputmode="numeric" autocomplete="off" maxlength="40" placeholder="4242 4242 4242 4242"',
  },
  expiry: {
    key: 'expiry',
    name: 'expiry',
    label: 'Expiry',
    hint: 'A future month',
    attributes: 'inputmode="text" autocomplete="off" maxlength="10" placeholder="MM / YY"',
  },
  cvc: {
    key: 'cvc',
    name: 'cvc',
    label: 'CVC',
    hint: 'Any 3 digits',
    attributes: 'inputmode="numeric" autocomplete="off" maxlength="4" placeholder="123"',
  },
  name: {
    key: 'name',
    name: 'name',
    label: 'Name on card',
    hint: 'Any name',
    attributes: 'autocomplete="off" maxlength="120"',
  },
} as const satisfies { [Key in keyof CardForm]: FieldShape<Key> }

/** A labeled field. A message replaces its hint. */
function renderField(shape: FieldShape, value: string, message: string | null): string {
  const state = message ? ' aria-invalid="true" autofocus' : ''
  const below = message
    ? `<p class="error" id="${shape.name}-hint" role="alert">${escapeHtml(message)}</p>`
    : `<p class="hint" id="${shape.name}-hint">${shape.hint}</p>`
  return `<div class="field field-${shape.name}">
<label for="${shape.name}">${shape.label}</label>
<input id="${shape.name}" name="${shape.name}" ${shape.attributes} value="${escapeHtml(value)}" aria-describedby="${shape.name}-hint" required${state}>
${below}
</div>`
}

/** A list of test values and what they do. */
function renderTestValues(title: string, values: readonly { number: string; says: string }[]): string {
  const rows = values.map(({ number, says }) => `<li><code>${number}</code><span>${says}</span></li>`)
  return `<section class="cards" aria-labelledby="cards-title"><h2 id="cards-title">${title}</h2><ul>${rows.join('')}</ul></section>`
}

/** The card page of an open session, with the form as typed and its problem. */
export function renderCardPage(session: Session, form: CardForm, problem: CardProblem | null): string {
  const amount = formatUsd(session.amountCents)
  const field = (key: keyof CardForm) =>
    // Never send a card's security code back.
    renderField(FIELDS[key], key === 'cvc' ? '' : form[key], problem?.field === key ? problem.message : null)
  const cards = TEST_CARDS.map(({ number, says }) => ({
    number: number.replace(/(\d{4})(?=\d)/g, '$1 '),
    says,
  }))
  return renderPaymentPage(
    `${problem ? 'Error: ' : ''}Pay ${amount}`,
    `<section class="order" aria-label="Your payment">
${renderBrand()}
<h1><span class="lead">Pay ${PRODUCT_NAME}</span> <span class="amount">${amount}</span></h1>
<p class="description">${escapeHtml(session.description)}</p>
<p class="payer">${escapeHtml(session.payerEmail)}</p>
</section>
<div class="pay">
<form method="post" action="/sandbox/checkout/${session.id}" novalidate>
${field('cardNumber')}
<div class="pair">${field('expiry')}${field('cvc')}</div>
${field('name')}
<button type="submit">Pay ${amount}</button>
<a class="cancel" href="${escapeHtml(session.cancelUrl)}">Cancel and go back</a>
</form>
${renderTestValues('Test cards', cards)}
</div>`,
  )
}

const BANK_FIELDS = {
  holder: {
    key: 'holder',
    name: 'holder',
    label: 'Account holder',
    hint: 'Any name',
    attributes: 'autocomplete="off" maxlength="120"',
  },
  routing: {
    key: 'routing',
    name: 'routing',
    label: 'Routing number',
    hint: 'Nine digits, such as 110000000',
    attributes: 'inputmode="numeric" autocomplete="off" maxlength="20" placeholder="110000000"',
  },
  account: {
    key: 'account',
    name: 'account',
    label: 'Account number',
    hint: 'One of the test accounts below',
    attributes: 'inputmode="numeric" autocomplete="off" maxlength="40" placeholder="000123456789"',
  },
} as const satisfies { [Key in keyof BankForm]: FieldShape<Key> }

/** The page where a caregiver enters their bank account. @param path where the form is sent */
export function renderOnboardingPage(
  account: { email: string; returnUrl: string | null },
  path: string,
  form: BankForm,
  problem: BankProblem | null,
): string {
  const field = (key: keyof BankForm) =>
    renderField(BANK_FIELDS[key], form[key], problem?.field === key ? problem.message : null)
  return renderPaymentPage(
    `${problem ? 'Error: ' : ''}Set up payouts`,
    `<section class="order" aria-label="Your payouts">
${renderBrand()}
<h1><span class="lead">${PRODUCT_NAME} would like to pay you</span> <span class="amount">Set up payouts</span></h1>
<p class="description">Add the bank account where you’d like to receive your earnings. It takes a minute, and you can change it later.</p>
<p class="payer">${escapeHtml(account.email)}</p>
</section>
<div class="pay">
<form method="post" action="${path}" novalidate>
${field('holder')}
${field('routing')}
${field('account')}
<button type="submit">Save and continue</button>
<a class="cancel" href="${escapeHtml(account.returnUrl ?? '/')}">Not now</a>
</form>
${renderTestValues('Test accounts', TEST_ACCOUNTS)}
</div>`,
  )
}

/** A page with one message and a link. */
export function renderNotice(note: {
  title: string
  text: string
  link?: { url: string; text: string }
}): string {
  return renderNotePage({ ...note, notice: NOTICE })
}
