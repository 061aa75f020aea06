import { paths } from '@tendwell/contract/routes'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import type { App } from '../../platform/http/http.ts'
import { isId } from '../sandbox/ids.ts'
import { addSandboxPages, sendPage } from '../sandbox/routes.ts'
import { SANDBOX_NAME } from './sandbox.ts'
import { isOutcome, renderCheckPage, renderNotice } from './sandbox-page.ts'
import { completeCheck, findCheck, type SandboxCheck } from './sandbox-store.ts'

const config = { access: 'public' as const }
const params = z.object({ reference: z.string() })

/** A field's text. A missing or invalid one counts as empty, and the page asks for it. */
const typedText = z.string().max(40).catch('')
const body = z.object({
  outcome: typedText,
  agrees: typedText,
  name: z.string().trim().max(255).catch(''),
  birth_date: z.iso.date().catch(''),
})

/** The sandbox's hosted page, its reports and its help page. */
export function sandboxCheckRoutes(app: App, deps: Deps): void {
  addSandboxPages(app, deps.publicUrl, (scope) => {
    pageRoutes(scope, deps)
    readingRoutes(scope, deps)
  })
}

/** @returns null for an unknown reference, and for a text that is none */
const findByReference = async ({ database }: Deps, reference: string) =>
  isId('bgc', reference) ? findCheck(database, reference) : null

/** The page where the person agrees. */
function pageRoutes(scope: App, deps: Deps): void {
  const path = '/sandbox/background-check/:reference'
  const isWaiting = (check: SandboxCheck | null): check is SandboxCheck =>
    check?.result === 'waiting' && check.expiresAt > deps.clock.now()

  scope.get(path, { config, schema: { hide: true, params } }, async (request, reply) => {
    const check = await findByReference(deps, request.params.reference)
    return isWaiting(check)
      ? sendPage(reply, 200, renderCheckPage(check, null))
      : sendGone(reply, deps, check)
  })

  scope.post(path, { config, schema: { hide: true, params, body } }, async (request, reply) => {
    const check = await findByReference(deps, request.params.reference)
    if (!isWaiting(check)) return sendGone(reply, deps, check)
    const { outcome, agrees, name, birth_date: birthDate } = request.body
    if (agrees !== 'yes' || !isOutcome(outcome) || !name || !birthDate) {
      const problem = 'Enter a name and a date of birth, choose a result and check the box to agree.'
      return sendPage(reply, 200, renderCheckPage(check, problem))
    }
    // If the form is sent twice, the first result counts.
    await withTransaction(deps.database, (transaction) =>
      completeCheck(transaction, deps, check.id, outcome, { name, birthDate }),
    )
    return reply.redirect(check.returnUrl, 303)
  })
}

/** The report, for staff, and the page where people get a copy of it or a correction. */
function readingRoutes(scope: App, deps: Deps): void {
  scope.get(
    '/sandbox/background-report/:reference',
    { config, schema: { hide: true, params } },
    async (request, reply) => {
      const check = await findByReference(deps, request.params.reference)
      if (!check?.completedAt) return sendGone(reply, deps, null)
      const page = renderNotice({
        title: `Report of check #${check.checkId}`,
        text: `Result: ${check.result.replace('_', ' ')}. A real report opens only with a login at ${SANDBOX_NAME}.`,
        link: { url: `${deps.publicUrl()}${paths.admin}`, text: 'Back to the console' },
      })
      return sendPage(reply, 200, page)
    },
  )

  scope.get('/sandbox/background-help', { config, schema: { hide: true } }, async (_request, reply) => {
    const page = renderNotice({
      title: `Your report from ${SANDBOX_NAME}`,
      text: 'A real provider sends you a free copy of your report here, and takes your dispute if something in it is wrong or incomplete.',
      link: { url: `${deps.publicUrl()}${paths.caregiverProfile}`, text: 'Back to your profile' },
    })
    return sendPage(reply, 200, page)
  })
}

/** Answers that the check has ended (410), or that there is none (404). */
function sendGone(reply: FastifyReply, deps: Deps, check: SandboxCheck | null): FastifyReply {
  const url = check?.returnUrl ?? `${deps.publicUrl()}${paths.caregiverProfile}`
  const note = check
    ? { title: 'This check has ended', text: 'There is nothing left to do here.' }
    : { title: 'We can’t find this check', text: 'Please open it again from your profile.' }
  return sendPage(
    reply,
    check ? 410 : 404,
    renderNotice({ ...note, link: { url, text: 'Back to your profile' } }),
  )
}
