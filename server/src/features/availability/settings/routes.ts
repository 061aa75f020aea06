import { availabilitySettings } from '@tendwell/contract/availability/settings'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { changeSettings, getSettings } from './commands.ts'

const config = { access: ['caregiver'] } as const
const PATH = '/api/availability/settings'

/** What a caregiver asks of all requests. @see docs/rules/availability.md#minimum-notice */
export function settingsRoutes(app: App, deps: Deps): void {
  app.get(
    PATH,
    { config, schema: { summary: 'Read my booking rules', response: { 200: availabilitySettings } } },
    (request) => getSettings(deps, actorOf(request).id),
  )

  app.put(
    PATH,
    {
      config,
      schema: {
        summary: 'Change my booking rules',
        body: availabilitySettings,
        response: { 200: availabilitySettings },
      },
    },
    (request) => changeSettings(deps, actorOf(request).id, request.body),
  )
}
