import { describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { sandboxCheckEvents, sandboxChecks } from './tables.ts'

const WHY = 'Only without a real provider. What is typed on the sandbox’s page is made up'

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
      why: WHY,
    }),
    describeTable(sandboxCheckEvents, {
      withheld: ['id', 'checkId', 'payload', 'createdAt', 'deliveredAt'],
      why: WHY,
    }),
  ],
}
