/** Answers of passkeys that must be refused. @see docs/rules/two-step.md#passkeys */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import {
  type Authenticator,
  createAuthenticator,
  type Flaws,
  getPasskeyOrigin,
} from '../../../../../test/authenticator.ts'
import { listAuditEntries, makeUser } from '../../../../../test/factories/accounts.ts'
import {
  addApp,
  addPasskey,
  answerChallenge,
  expectOk,
  finishLogin,
  logInWithPasskey,
  reauthenticate,
  startLogin,
} from '../../../../../test/factories/two-step.ts'
import { factors } from '../tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function makeOwner(authenticator: Authenticator = createAuthenticator(app)) {
  const user = await makeUser(app, { role: 'caretaker' })
  await addPasskey(app, user.client, { authenticator })
  return { user, authenticator }
}

type Answered = { response: Record<string, unknown> }

const FLAWS: Record<string, () => Flaws> = {
  'another origin': () => ({ origin: 'https://tendwell.evil.example' }),
  'our host at another port': () => ({ origin: 'http://localhost:1' }),
  'our address as an IP address': () => ({ origin: app.url }),
  'our host over https': () => ({ origin: getPasskeyOrigin(app).replace('http:', 'https:') }),
  'another site’s passkeys': () => ({ rpId: 'evil.example' }),
  'another key': () => ({ forged: true }),
  'a challenge that we never gave': () => ({ challenge: 'bmV2ZXItZ2l2ZW4' }),
  'a device that was not unlocked': () => ({ userVerified: false }),
  'another person’s id': () => ({ userHandle: Buffer.from('999999').toString('base64url') }),
}

describe.each(Object.entries(FLAWS))('an answer with %s', (_, makeFlaws) => {
  it('does not log in, and counts neither as a second step nor as a proof', async () => {
    const { user, authenticator } = await makeOwner()
    const alone = await answerChallenge(app, authenticator, { flaws: makeFlaws() })
    expect((await logInWithPasskey(app, alone)).status).toBe(401)

    const { ticket } = await startLogin(app, user.email)
    const second = await answerChallenge(app, authenticator, { ticket, flaws: makeFlaws() })
    expect((await finishLogin(app, { ticket, passkey: second })).status).toBe(400)

    const { options } = await expectOk(user.client.post('/api/auth/reauthenticate/passkey/options'))
    const proof = { passkey: authenticator.get(options, makeFlaws()) }
    expect((await reauthenticate(user.client, proof)).status).toBe(400)
  })

  it('adds no passkey', async () => {
    const flaws = makeFlaws()
    if (flaws.forged || flaws.userHandle) return
    const user = await makeUser(app, { role: 'caretaker' })
    const { options } = await expectOk(user.client.post('/api/auth/two-step/passkeys/options'))
    const passkey = createAuthenticator(app).create(options, flaws)
    const { status } = await user.client.post('/api/auth/two-step/passkeys', { name: 'Mine', passkey })
    expect(status).toBe(400)
    expect((await user.client.get('/api/auth/two-step')).body.is_on).toBe(false)
  })
})

describe('a challenge', () => {
  it('works only for its purpose', async () => {
    const { user, authenticator } = await makeOwner()
    const { ticket } = await startLogin(app, user.email)
    const alone = () => answerChallenge(app, authenticator)
    const second = () => answerChallenge(app, authenticator, { ticket })
    const proof = async () =>
      authenticator.get(
        (await expectOk(user.client.post('/api/auth/reauthenticate/passkey/options'))).options,
      )
    const added = async () => {
      const { options } = await expectOk(user.client.post('/api/auth/two-step/passkeys/options'))
      return authenticator.get({ challenge: options.challenge, rpId: 'localhost' })
    }
    for (const make of [second, proof, added]) {
      expect((await logInWithPasskey(app, await make())).status).toBe(401)
    }
    for (const make of [alone, second, added]) {
      expect((await reauthenticate(user.client, { passkey: await make() })).status).toBe(400)
    }
    for (const make of [alone, proof, added]) {
      expect((await finishLogin(app, { ticket, passkey: await make() })).status).toBe(400)
    }
    expect((await finishLogin(app, { ticket, passkey: await second() })).status).toBe(200)
  })

  it('works once, for five minutes', async () => {
    const { authenticator } = await makeOwner()
    const answer = await answerChallenge(app, authenticator)
    expect((await logInWithPasskey(app, answer)).status).toBe(200)
    expect((await logInWithPasskey(app, answer)).status).toBe(401)
    const late = await answerChallenge(app, authenticator)
    await app.advance(6)
    expect((await logInWithPasskey(app, late)).status).toBe(401)
  })

  it.each<[string, (answer: Answered) => object, Flaws]>([
    ['of an unknown passkey', (answer) => ({ ...answer, id: 'AAAA', rawId: 'AAAA' }), {}],
    ['with two ids', (answer) => ({ ...answer, rawId: 'AAAA' }), {}],
    ['with another person’s id', (answer) => answer, FLAWS['another person’s id']?.() ?? {}],
    ['with another key', (answer) => answer, { forged: true }],
    [
      'without a signature',
      ({ response, ...rest }) => ({ ...rest, response: { ...response, signature: '' } }),
      {},
    ],
  ])('ends with a wrong answer: one %s', async (_, spoil, flaws) => {
    const { authenticator } = await makeOwner()
    const { options } = await expectOk(app.visitor.post('/api/auth/login/passkey/options', {}))
    const wrong = spoil(authenticator.get(options, flaws) as Answered)
    expect((await logInWithPasskey(app, wrong)).status).toBe(401)
    expect((await logInWithPasskey(app, authenticator.get(options))).status).toBe(401)
  })

  it('for a new passkey ends with a wrong answer', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const { options } = await expectOk(user.client.post('/api/auth/two-step/passkeys/options'))
    const right = createAuthenticator(app).create(options) as Answered
    const add = (passkey: object) =>
      user.client.post('/api/auth/two-step/passkeys', { name: 'Mine', passkey })
    expect((await add({ ...right, rawId: 'AAAA' })).status).toBe(400)
    expect((await add(right)).status).toBe(400)
    expect((await user.client.get('/api/auth/two-step')).body.passkeys).toEqual([])
  })

  it('works once, even when 20 answers come at once', async () => {
    const { authenticator } = await makeOwner()
    const answer = await answerChallenge(app, authenticator)
    const answers = await Promise.all(Array.from({ length: 20 }, () => logInWithPasskey(app, answer)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(19)
  })

  it('works for one account only', async () => {
    const [one, other] = [await makeOwner(), await makeOwner()]
    const { ticket } = await startLogin(app, one.user.email)
    const ofOther = await answerChallenge(app, other.authenticator, { ticket })
    expect((await finishLogin(app, { ticket, passkey: ofOther })).status).toBe(400)
    const { ticket: theirs } = await startLogin(app, other.user.email)
    const crossed = await answerChallenge(app, one.authenticator, { ticket: theirs })
    expect((await finishLogin(app, { ticket, passkey: crossed })).status).toBe(400)
    const { options } = await expectOk(other.user.client.post('/api/auth/reauthenticate/passkey/options'))
    const passkey = one.authenticator.get(options)
    expect((await reauthenticate(other.user.client, { passkey })).status).toBe(400)
  })
})

describe('a removed passkey', () => {
  it('no longer logs in, even with a challenge from before it was removed', async () => {
    const { user, authenticator } = await makeOwner()
    await addApp(app, user.client)
    const answer = await answerChallenge(app, authenticator)
    const [passkey] = (await user.client.get('/api/auth/two-step')).body.passkeys
    expect((await user.client.delete(`/api/auth/two-step/passkeys/${passkey.id}`)).status).toBe(204)
    expect((await logInWithPasskey(app, answer)).status).toBe(401)
  })
})

describe('a signature counter', () => {
  it('goes up at each use; one that goes back is a copy, refused and audited', async () => {
    const { user, authenticator } = await makeOwner(createAuthenticator(app, { counts: true }))
    expect((await logInWithPasskey(app, await answerChallenge(app, authenticator))).status).toBe(200)
    const [stored] = await app.deps.database.select().from(factors).where(eq(factors.userId, user.id))
    for (const counter of [stored?.counter ?? 0, 1, 0]) {
      const copy = await answerChallenge(app, authenticator, { flaws: { counter } })
      expect((await logInWithPasskey(app, copy)).status).toBe(401)
    }
    const entries = await listAuditEntries(app, user.id)
    expect(entries.filter(({ action }) => action === 'two-step.passkey-refused')).toHaveLength(3)
    const right = await answerChallenge(app, authenticator, { flaws: { counter: 50 } })
    expect((await logInWithPasskey(app, right)).status).toBe(200)
  })

  it('goes up to the end of its 32 bits', async () => {
    const { authenticator } = await makeOwner(createAuthenticator(app, { counts: true }))
    const logIn = async (counter: number) =>
      (await logInWithPasskey(app, await answerChallenge(app, authenticator, { flaws: { counter } }))).status
    expect([await logIn(4_294_967_295), await logIn(4_294_967_295), await logIn(5)]).toEqual([200, 401, 401])
  })

  it('accepts one of two answers with the same count that come at once', async () => {
    const { authenticator } = await makeOwner(createAuthenticator(app, { counts: true }))
    const flaws = { counter: 9 }
    const copies = [
      await answerChallenge(app, authenticator, { flaws }),
      await answerChallenge(app, authenticator, { flaws }),
    ]
    const answers = await Promise.all(copies.map((copy) => logInWithPasskey(app, copy)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })
})

describe('garbage', () => {
  it('is refused without a 5xx', async () => {
    const { authenticator } = await makeOwner()
    const makeWhole = async () => (await answerChallenge(app, authenticator)) as Answered
    const odd = ['', 'a', '!', 'AAAA', 'x'.repeat(3_000), 7, null, [], {}]
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']) {
      for (const value of odd) {
        const whole = await makeWhole()
        const passkey = { ...whole, response: { ...whole.response, [field]: value } }
        const { status } = await logInWithPasskey(app, passkey)
        // A passkey may leave out whose it is.
        expect([field, value, status < 500 && (status > 299 || field === 'userHandle')]).toEqual([
          field,
          value,
          true,
        ])
      }
    }
    const whole = await makeWhole()
    for (const passkey of [{}, { id: 'a' }, { ...whole, id: 'a' }, { ...whole, type: 'password' }]) {
      const { status } = await logInWithPasskey(app, passkey)
      expect([400, 401]).toContain(status)
    }
  })
})
