import { describe, expect, it } from 'vitest'
import { loggedOut } from '../../lib/session.ts'
import { consoleReducer, searched, statusChosen } from './console-state.ts'

const initial = consoleReducer(undefined, { type: 'start' })

describe('the console’s search and Status', () => {
  it('begin with every open thing', () => {
    expect(initial).toEqual({ globalSearch: '', status: 'open' })
  })

  it.each([
    ['closed', 'closed'],
    ['open', 'open'],
    ['CLOSED', 'open'],
    ['', 'open'],
  ])('Status %j is %s', (given, kept) => {
    const closed = consoleReducer(initial, statusChosen('closed'))
    expect(consoleReducer(closed, statusChosen(given)).status).toBe(kept)
  })

  it('keep what is searched without the space around it, until the admin logs out', () => {
    const found = consoleReducer(initial, searched('  Mei Lin '))
    expect(found.globalSearch).toBe('Mei Lin')
    expect(consoleReducer(found, searched('z'.repeat(201))).globalSearch).toBe('z'.repeat(200))
    expect(consoleReducer(found, loggedOut())).toEqual(initial)
  })
})
