import { paths } from '@tendwell/contract/routes'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import type { App } from '../../../platform/http/http.ts'
import { isId } from '../../sandbox/ids.ts'
import { addSandboxPages, sendPage } from '../../sandbox/routes.ts'
import { type BankForm, checkBankAccount } from './banks.ts'
import { authorizeCard, type CardForm } from './cards.ts'
import { findAccountByLink, submitDetails } from './connect.ts'
import { renderCardPage, renderNotice, renderOnboardingPage } from './page.ts'
import { findSession, paySession, recordDecline, type Session } from './store.ts'

/** The form of the tokens that `linkAccount` makes. */
const LINK_TOKEN = /^[0-9a-f]{48}$/

/** A field's text. A missing or invalid one counts as empty, and the page asks for it. */
const typedText = z.string().max(200).catch('')
const cardBody = z.object({ card_number: typedText, expiry: typedText, cvc: typedText, name: typedText })
const bankBody = z.object({ holder: typedText, routing: typedText, account: typedText })

const EMPTY_CARD: CardForm = { card_number: '', expiry: '', cvc: '', name: '' }
const EMPTY_BANK: BankForm = { holder: '', routing: '', account: '' }

const config = { access: 'public' as const }

/** The hosted pages, at the addresses that `createCheckout` and `onboardingLink` return. */
export function sandboxRoutes(app: App, deps: Deps): void {
  addSandboxPages(app, deps.publicUrl, (scope) => {
    checkoutRoutes(scope, deps)
    onboardingRoutes(scope, deps)
  })
}

/** The card page of a checkout session. */
function checkoutRoutes(scope: App, deps: Deps): void {
  const { clock, database } = deps
  const path = '/sandbox/checkout/:sessionId'
  const params = z.object({ sessionId: z.string() })
  const findById = async (id: string) => (isId('cs', id) ? findSession(database, id) : null)
  const isPayable = (session: Session | null): session is Session =>
    session?.status === 'open' && session.expiresAt > clock.now()

  scope.get(path, { config, schema: { hide: true, params } }, async (request, reply) => {
    const session = await findById(request.params.sessionId)
    if (!isPayable(session)) return sendNotice(reply, session)
    return sendPage(reply, 200, renderCardPage(session, EMPTY_CARD, null))
  })

  scope.post(path, { config, schema: { hide: true, params, body: cardBody } }, async (request, reply) => {
    const session = await findById(request.params.sessionId)
    // The form was sent twice, but the money was taken once.
    if (session?.status === 'paid') return reply.redirect(session.successUrl, 303)
    if (!isPayable(session)) return sendNotice(reply, session)
    const form = request.body
    const answer = authorizeCard(form, clock.now())
    if (answer.kind !== 'paid') {
      const { kind, problem } = answer
      if (kind === 'declined') {
        await withTransaction(database, (transaction) =>
          recordDecline(transaction, session.id, problem.message),
        )
      }
      return sendPage(reply, 200, renderCardPage(session, form, problem))
    }
    const card = { refunds: answer.refunds, name: form.name.trim() }
    const isPaid = await withTransaction(database, (transaction) =>
      paySession(transaction, deps, session.id, card),
    )
    // The session may have expired, or been paid in another tab, meanwhile.
    const sessionAfter = isPaid ? null : await findById(session.id)
    return isPaid || sessionAfter?.status === 'paid'
      ? reply.redirect(session.successUrl, 303)
      : sendNotice(reply, sessionAfter)
  })
}

/** The page where a caregiver enters their bank account. */
function onboardingRoutes(scope: App, deps: Deps): void {
  const { clock, database } = deps
  const path = '/sandbox/onboarding/:token'
  const params = z.object({ token: z.string() })
  const findByToken = async (token: string) =>
    LINK_TOKEN.test(token) ? findAccountByLink(database, token, clock.now()) : null
  const sendForm = (reply: FastifyReply, ...page: Parameters<typeof renderOnboardingPage>) =>
    sendPage(reply, 200, renderOnboardingPage(...page))
  const sendGone = (reply: FastifyReply) => {
    const link = { url: `${deps.publicUrl()}${paths.wallet}`, text: 'Back to your wallet' }
    const text =
      'Links like this work once and expire after ten minutes. Please start again from your wallet.'
    // Used links are deleted, so they look like links that never existed.
    return sendPage(reply, 404, renderNotice({ title: 'This link is no longer valid', text, link }))
  }

  scope.get(path, { config, schema: { hide: true, params } }, async (request, reply) => {
    const account = await findByToken(request.params.token)
    return account ? sendForm(reply, account, EMPTY_BANK, null) : sendGone(reply)
  })

  scope.post(path, { config, schema: { hide: true, params, body: bankBody } }, async (request, reply) => {
    const { token } = request.params
    const account = await findByToken(token)
    if (!account) return sendGone(reply)
    const answer = checkBankAccount(request.body)
    if (answer.kind === 'invalid') return sendForm(reply, account, request.body, answer.problem)
    const isAccepted = await withTransaction(database, (transaction) =>
      submitDetails(transaction, deps, token, answer),
    )
    return isAccepted ? reply.redirect(account.returnUrl ?? '/', 303) : sendGone(reply)
  })
}

/** Says why a session can't be paid: it does not exist, is paid, or has expired. */
function sendNotice(reply: FastifyReply, session: Session | null): FastifyReply {
  if (!session) {
    const text = 'Please start it again from your request.'
    return sendPage(reply, 404, renderNotice({ title: 'We can’t find this payment', text }))
  }
  if (session.status === 'paid') {
    const text = 'Thank you. You don’t need to pay again.'
    const link = { url: session.successUrl, text: 'Continue' }
    return sendPage(reply, 200, renderNotice({ title: 'This payment is complete', text, link }))
  }
  const text = 'Nothing was charged. You can start the payment again from your request.'
  const link = { url: session.cancelUrl, text: 'Back to checkout' }
  return sendPage(reply, 410, renderNotice({ title: 'This payment page has expired', text, link }))
}
