import { describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { sandboxChecks } from './tables.ts'

export const sandboxChecksData: PersonalData = {
  tables: [
    describeTable(sandboxChecks, {
      withheld: [
        'id',
        'idempotencyKey',
        'checkId',
        'returnUrl',
        'result',
        'name',
        'birthDate',
        'completedAt',
        'expiresAt',
        'createdAt',
      ],
      why: 'Only without a real provider. What is typed on the sandbox’s page is made up',
    }),
  ],
}
