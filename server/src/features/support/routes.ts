import { contactBody } from '@tendwell/contract/people/support'
import { messageResponse } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { sendContactMessage } from './commands.ts'

export function supportRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/contact',
    {
      config: { access: 'public' },
      schema: { summary: 'Write to support', body: contactBody, response: { 200: messageResponse } },
    },
    async (request) => {
      await sendContactMessage(deps, request.body, request.ip)
      return { message: "Thank you for your message. We'll reply by email soon" }
    },
  )
}
