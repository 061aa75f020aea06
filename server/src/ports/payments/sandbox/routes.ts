import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import type { App } from '../../../platform/http/http.ts'
import { addSandboxPages, sendPage } from '../../sandbox/routes.ts'
import { type BankForm, checkBankAccount } from './banks.ts'
import { authorizeCard, type CardForm } from './cards.ts'
import { findAccountByLink, submitDetails } from './connect.ts'
import { getModes } from './modes.ts'
import { renderCardPage, renderNotice, renderOnboardingPage } from './page.ts'
import { findSession, paySession, recordDecline, type Session } from './store.ts'

const SESSION_ID = /^cs_test_[0-9a-f]{36}$/
const LINK_TOKEN = /^[0-9a-f]{48}$/

/** A missing or invalid value counts as empty, and the page asks for it. */
const typed = z.string().max(200).catch('')
const formBody = z.object({ card_number: typed, expiry: typed, cvc: typed, name: typed })

const bankBody = z.object({ holder: typed, routing: typed, account: typed })

const EMPTY_BANK: BankForm = { holder: '', routing: '', account: '' }
const EMPTY_FORM: CardForm = { cardNumber: '', expiry: '', cvc: '', name: '' }

/** The hosted pages, at the addresses that `createCheckout` and `onboardingLink` return. */
export function sandboxRoutes(app: App, deps: Deps): void {
  addSandboxPages(app, deps.publicUrl, (scope) => {
    checkoutRoutes(scope, deps)
    onboardingRoutes(scope, deps)
  })
}

function checkoutRoutes(scope: App, deps: Deps): void {
  const config = { access: 'public' as const }
  const params = z.object({ sessionId: z.string() })

  scope.get(
    '/sandbox/checkout/:sessionId',
    { config, schema: { hide: true, params } },
    async (request, reply) => {
      const session = await findValidSession(deps, request.params.sessionId)
      if (!session || !isPayable(session, deps)) return sendNotice(reply, session)
      return sendPage(reply, 200, renderCardPage(session, EMPTY_FORM, null))
    },
  )

  scope.post(
    '/sandbox/checkout/:sessionId',
    { config, schema: { hide: true, params, body: formBody } },
    async (request, reply) => {
      const session = await findValidSession(deps, request.params.sessionId)
      // The form was sent twice. The money was taken once.
      if (session?.status === 'paid') return reply.redirect(session.successUrl, 303)
      if (!session || !isPayable(session, deps)) return sendNotice(reply, session)

      const { card_number: cardNumber, expiry, cvc, name } = request.body
      const form = { cardNumber, expiry, cvc, name }
      const { refuses } = await getModes(deps.database)
      const answer = authorizeCard(form, deps.clock.now(), { refusesAll: refuses.includes('charge') })
      if (answer.kind === 'invalid')
        return sendPage(reply, 200, renderCardPage(session, form, answer.problem))
      if (answer.kind === 'declined') {
        const { message } = answer
        await withTransaction(deps.database, (transaction) => recordDecline(transaction, session.id, message))
        return sendPage(reply, 200, renderCardPage(session, form, { field: 'cardNumber', message }))
      }
      const isPaid = await withTransaction(deps.database, (transaction) =>
        paySession(transaction, deps, session.id, { refunds: answer.refunds, name: name.trim() }),
      )
      const after = isPaid ? session : await findValidSession(deps, session.id)
      if (isPaid || after?.status === 'paid') return reply.redirect(session.successUrl, 303)
      return sendNotice(reply, after)
    },
  )
}

function onboardingRoutes(scope: App, deps: Deps): void {
  const config = { access: 'public' as const }
  const params = z.object({ token: z.string() })
  const findOnboarding = async (token: string) => {
    const account = LINK_TOKEN.test(token) ? await findAccountByLink(deps.database, token) : null
    return account?.linkExpiresAt && account.linkExpiresAt > deps.clock.now() ? account : null
  }
  const sendGone = (reply: FastifyReply) => {
    const link = { url: `${deps.publicUrl()}/caregiver/wallet`, text: 'Back to your wallet' }
    const text =
      'Links like this work once and expire after ten minutes. Please start again from your wallet.'
    // Used links are deleted, so they look like links that never existed.
    return sendPage(reply, 404, renderNotice({ title: 'This link is no longer valid', text, link }))
  }

  scope.get(
    '/sandbox/onboarding/:token',
    { config, schema: { hide: true, params } },
    async (request, reply) => {
      const account = await findOnboarding(request.params.token)
      if (!account) return sendGone(reply)
      return sendPage(
        reply,
        200,
        renderOnboardingPage(account, `/sandbox/onboarding/${request.params.token}`, EMPTY_BANK, null),
      )
    },
  )

  scope.post(
    '/sandbox/onboarding/:token',
    { config, schema: { hide: true, params, body: bankBody } },
    async (request, reply) => {
      const { token } = request.params
      const account = await findOnboarding(token)
      if (!account) return sendGone(reply)
      const answer = checkBankAccount(request.body)
      if (answer.kind === 'invalid') {
        const path = `/sandbox/onboarding/${token}`
        return sendPage(reply, 200, renderOnboardingPage(account, path, request.body, answer.problem))
      }
      const isKept = await withTransaction(deps.database, (transaction) =>
        submitDetails(transaction, deps, token, answer),
      )
      return isKept ? reply.redirect(account.returnUrl ?? '/', 303) : sendGone(reply)
    },
  )
}

async function findValidSession(deps: Deps, id: string): Promise<Session | null> {
  return SESSION_ID.test(id) ? findSession(deps.database, id) : null
}

function isPayable(session: Session, deps: Deps): boolean {
  return session.status === 'open' && session.expiresAt > deps.clock.now()
}

/** Says why a session can't be paid: it does not exist, is paid, or has expired. */
function sendNotice(reply: FastifyReply, session: Session | null): FastifyReply {
  if (!session) {
    return sendPage(
      reply,
      404,
      renderNotice({ title: 'We can’t find this payment', text: 'Please start it again from your request.' }),
    )
  }
  if (session.status === 'paid') {
    return sendPage(
      reply,
      200,
      renderNotice({
        title: 'This payment is complete',
        text: 'Thank you. You don’t need to pay again.',
        link: { url: session.successUrl, text: 'Continue' },
      }),
    )
  }
  return sendPage(
    reply,
    410,
    renderNotice({
      title: 'This payment page has expired',
      text: 'Nothing was charged. You can start the payment again from your request.',
      link: { url: session.cancelUrl, text: 'Back to checkout' },
    }),
  )
}
