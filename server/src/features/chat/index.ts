import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { conversationRoutes, messageRoutes } from './routes.ts'

export { readMessages, sendFirst } from './commands.ts'
export { chatFrames } from './frames.ts'
export { type MessageFacts, messageFacts } from './queries.ts'
export { conversations, messages } from './tables.ts'

export function chatRoutes(app: App, deps: Deps): void {
  conversationRoutes(app, deps)
  messageRoutes(app, deps)
}
