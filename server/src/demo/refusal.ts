import pg from 'pg'

/** The row of `platform_state` that says how far the demo's filling is. */
export const STATE_KEY = 'demo_data'

/** Thrown when production starts on a database with demo data, because everyone knows its password. */
export class DemoDataError extends Error {
  constructor() {
    super(
      'DATABASE_URL: this database has the demo data, and the password of its accounts is public. Production needs an empty database.',
    )
  }
}

/** Refuses a database with demo data. @throws DemoDataError */
export async function refuseDemo(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // Without a listener, a lost connection would end the process; the next statement fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('SELECT FROM platform_state WHERE key = $1', [STATE_KEY])
    if (rows.length > 0) throw new DemoDataError()
  } finally {
    await client.end()
  }
}
