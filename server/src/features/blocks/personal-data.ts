import { eq, or } from 'drizzle-orm'
import {
  deleteRows,
  describeTable,
  firstNameOf,
  type PersonalData,
} from '../../personal-data/classification.ts'
import { blocks } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const blocksData: PersonalData = {
  tables: [
    describeTable(blocks, {
      personal: ['text'],
      why: 'Deleted, on both sides. Those of others stay as they are',
      exports: [
        {
          subject: 'blocks',
          // A person must not learn who has blocked them.
          of: blocks.blockerId,
          add: { blocked: firstNameOf(blocks.blockedId) },
        },
      ],
      erase: deleteRows(blocks, ({ id }) => or(eq(blocks.blockerId, id), eq(blocks.blockedId, id))),
    }),
  ],
}
