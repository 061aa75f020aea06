import type { Deps } from '../../deps.ts'
import type { Config } from '../../platform/config/config.ts'
import type { App } from '../../platform/http/http.ts'
import type { BackgroundCheckProvider } from './port.ts'
import { createCheckSandbox, sandboxCheckJobs } from './sandbox.ts'
import { sandboxCheckRoutes } from './sandbox-routes.ts'

type CheckAdapter = {
  /** Its keys are in `deps.config`. */
  create(
    deps: Pick<Deps, 'config' | 'database' | 'clock' | 'log' | 'secrets' | 'publicUrl'>,
  ): BackgroundCheckProvider
  /** The pages and jobs of a provider that runs in this process. */
  addRoutes?(app: App, deps: Deps): void
  addJobs?(deps: Deps): void
}

/**
 * Each value of the setting `BACKGROUND_CHECKS`.
 * @see docs/rules/background-checks.md#another-provider
 */
export const CHECK_ADAPTERS: Record<Config['backgroundChecks'], CheckAdapter | null> = {
  off: null,
  sandbox: { create: createCheckSandbox, addRoutes: sandboxCheckRoutes, addJobs: sandboxCheckJobs },
}
