import { describeTable, type PersonalData } from '../../platform/personal-data.ts'
import { sandboxCheckEvents, sandboxChecks } from './tables.ts'

const WHY = 'Only without a real provider. The sandbox asks for no data of the person'

export const sandboxChecksData: PersonalData = {
  tables: [
    describeTable(sandboxChecks, {
      withheld: [
        'id',
        'idempotencyKey',
        'checkId',
        'returnUrl',
        'result',
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
