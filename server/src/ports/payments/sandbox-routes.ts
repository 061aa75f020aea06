import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import type { App } from '../../platform/http.ts'
import { askBank, type BankForm } from './sandbox-banks.ts'
import { askCard, type CardForm } from './sandbox-cards.ts'
import { findAccountOfLink, submitDetails } from './sandbox-connect.ts'
import { modesOf } from './sandbox-modes.ts'
import { cardPage, contentPolicyOf, notePage, onboardingPage } from './sandbox-page.ts'
import { findSession, paySession, recordDecline, type Session } from './sandbox-store.ts'

const SESSION_ID = /^cs_test_[0-9a-f]{36}$/
const LINK_TOKEN = /^[0-9a-f]{48}$/
const FORM_LIMIT_BYTES = 8 * 1_024

/** What is missing or broken counts as empty: the page then says what it wants. */
const typed = z.string().max(200).catch('')
const formBody = z.object({ card_number: typed, expiry: typed, cvc: typed, name: typed })

const bankBody = z.object({ holder: typed, routing: typed, account: typed })

const EMPTY_BANK: BankForm = { holder: '', routing: '', account: '' }
const EMPTY_FORM: CardForm = { cardNumber: '', expiry: '', cvc: '', name: '' }

/** The hosted pages, at the addresses that `createCheckout` and `onboardingLink` give. */
export function sandboxRoutes(app: App, deps: Deps): void {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', contentPolicyOf(deps.publicUrl()))
      reply.header('cache-control', 'no-store')
    })
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
      const session = await sessionOf(deps, request.params.sessionId)
      if (!session || !isPayable(session, deps)) return sendNote(reply, session)
      return sendPage(reply, 200, cardPage(session, EMPTY_FORM, null))
    },
  )

  scope.post(
    '/sandbox/checkout/:sessionId',
    { config, schema: { hide: true, params, body: formBody } },
    async (request, reply) => {
      const session = await sessionOf(deps, request.params.sessionId)
      // Sent twice: the money was taken once, and whoever sent it is shown that it was.
      if (session?.status === 'paid') return reply.redirect(session.successUrl, 303)
      if (!session || !isPayable(session, deps)) return sendNote(reply, session)

      const { card_number: cardNumber, expiry, cvc, name } = request.body
      const form = { cardNumber, expiry, cvc, name }
      const { refuses } = await modesOf(deps.database)
      const answer = askCard(form, deps.clock.now(), { refusesAll: refuses.includes('charge') })
      if (answer.kind === 'invalid') return sendPage(reply, 200, cardPage(session, form, answer.problem))
      if (answer.kind === 'declined') {
        const { message } = answer
        await withTransaction(deps.database, (transaction) => recordDecline(transaction, session.id, message))
        return sendPage(reply, 200, cardPage(session, form, { field: 'cardNumber', message }))
      }
      const isPaid = await withTransaction(deps.database, (transaction) =>
        paySession(transaction, deps, session.id, answer.refunds),
      )
      const after = isPaid ? session : await sessionOf(deps, session.id)
      if (isPaid || after?.status === 'paid') return reply.redirect(session.successUrl, 303)
      return sendNote(reply, after)
    },
  )
}

function onboardingRoutes(scope: App, deps: Deps): void {
  const config = { access: 'public' as const }
  const params = z.object({ token: z.string() })
  const accountOf = async (token: string) => {
    const account = LINK_TOKEN.test(token) ? await findAccountOfLink(deps.database, token) : null
    return account?.linkExpiresAt && account.linkExpiresAt > deps.clock.now() ? account : null
  }
  const sendGone = (reply: FastifyReply) => {
    const link = { url: `${deps.publicUrl()}/caregiver/wallet`, text: 'Back to your wallet' }
    const text = 'Links like this can be used once, for ten minutes. Please start again from your wallet.'
    // A used one is forgotten, so it can't be told from one that never was.
    return sendPage(reply, 404, notePage({ title: 'This link is no longer valid', text, link }))
  }

  scope.get(
    '/sandbox/onboarding/:token',
    { config, schema: { hide: true, params } },
    async (request, reply) => {
      const account = await accountOf(request.params.token)
      if (!account) return sendGone(reply)
      return sendPage(
        reply,
        200,
        onboardingPage(account, `/sandbox/onboarding/${request.params.token}`, EMPTY_BANK, null),
      )
    },
  )

  scope.post(
    '/sandbox/onboarding/:token',
    { config, schema: { hide: true, params, body: bankBody } },
    async (request, reply) => {
      const { token } = request.params
      const account = await accountOf(token)
      if (!account) return sendGone(reply)
      const answer = askBank(request.body)
      if (answer.kind === 'invalid') {
        const path = `/sandbox/onboarding/${token}`
        return sendPage(reply, 200, onboardingPage(account, path, request.body, answer.problem))
      }
      const isKept = await withTransaction(deps.database, (transaction) =>
        submitDetails(transaction, deps, token, answer.payouts),
      )
      return isKept ? reply.redirect(account.returnUrl ?? '/', 303) : sendGone(reply)
    },
  )
}

async function sessionOf(deps: Deps, id: string): Promise<Session | null> {
  return SESSION_ID.test(id) ? findSession(deps.database, id) : null
}

function isPayable(session: Session, deps: Deps): boolean {
  return session.status === 'open' && session.expiresAt > deps.clock.now()
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

/** Says why a session can't be paid: there is none, it is paid, or its time is over. */
function sendNote(reply: FastifyReply, session: Session | null): FastifyReply {
  if (!session) {
    return sendPage(
      reply,
      404,
      notePage({ title: 'We can’t find this payment', text: 'Please start it again from your request.' }),
    )
  }
  if (session.status === 'paid') {
    return sendPage(
      reply,
      200,
      notePage({
        title: 'This payment is complete',
        text: 'Thank you. You don’t need to pay again.',
        link: { url: session.successUrl, text: 'Continue' },
      }),
    )
  }
  return sendPage(
    reply,
    410,
    notePage({
      title: 'This payment page has expired',
      text: 'Nothing was charged. You can start the payment again from your request.',
      link: { url: session.cancelUrl, text: 'Back to checkout' },
    }),
  )
}
