/** Express with Sequelize on the product's tables. */
import { once } from 'node:events'
import { requirePeer } from './install.ts'
import {
  FIELDS,
  MAX_CENTS,
  MIN_CENTS,
  MIN_HUNDREDTHS,
  PAGE_SIZE,
  type Peer,
  SEARCH,
  type Target,
} from './peer.ts'

/** As many as the product's. */
const POOL_MAX = 18

export async function startSequelize(databaseUrl: string, target: Target): Promise<Peer> {
  const express = requirePeer('express')
  const { DataTypes, Op, Sequelize } = requirePeer('sequelize')
  const { ARRAY, BOOLEAN, INTEGER, SMALLINT, TEXT } = DataTypes
  const sequelize = new Sequelize(databaseUrl, { logging: false, pool: { max: POOL_MAX } })
  const options = { timestamps: false, freezeTableName: true }
  const caregivers = sequelize.define(
    'caregiver_profiles',
    {
      ...Object.fromEntries(FIELDS.map((field) => [field, TEXT])),
      id: { type: INTEGER, primaryKey: true },
      user_id: INTEGER,
      rate_cents: INTEGER,
      price_cents: INTEGER,
      languages: ARRAY(TEXT),
      skills: ARRAY(TEXT),
      rating_hundredths: INTEGER,
      rating_count: INTEGER,
      is_listed: BOOLEAN,
    },
    options,
  )
  const weeks = sequelize.define(
    'peer_free_weeks',
    {
      id: { type: INTEGER, primaryKey: true },
      caregiver_id: INTEGER,
      week_minute: INTEGER,
      starts: ARRAY(SMALLINT),
    },
    options,
  )
  const findPage = (where: object) =>
    caregivers.findAndCountAll({
      attributes: FIELDS,
      where: { is_listed: true, ...where },
      order: [
        ['rating_hundredths', 'DESC'],
        ['rating_count', 'DESC'],
        ['user_id', 'ASC'],
      ],
      limit: PAGE_SIZE,
    })

  const app = express()
  // biome-ignore lint/suspicious/noExplicitAny: Express is installed without its types
  const answer = (path: string, read: (request: any) => Promise<unknown>) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    app.get(path, async (request: any, response: any) => response.json(await read(request)))
  answer('/caregivers', () => findPage({}))
  answer('/search', () =>
    findPage({
      country: SEARCH.country,
      price_cents: { [Op.between]: [MIN_CENTS, MAX_CENTS] },
      rating_hundredths: { [Op.gte]: MIN_HUNDREDTHS },
    }),
  )
  answer('/caregivers/:id', ({ params }) =>
    caregivers.findOne({ attributes: FIELDS, where: { id: params.id, is_listed: true } }),
  )
  answer('/caregivers/:id/weeks', ({ params }) =>
    weeks.findAll({
      where: { caregiver_id: params.id, week_minute: { [Op.between]: [target.fromMinute, target.toMinute] } },
      order: ['week_minute'],
    }),
  )
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    paths: {
      'a caregiver': `/caregivers/${target.profileId}`,
      'a month': `/caregivers/${target.userId}/weeks`,
      'all caregivers': '/caregivers',
      'a filtered search': '/search',
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await sequelize.close()
    },
  }
}
