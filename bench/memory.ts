/**
 * Resident memory of a process in each role: idle for ten seconds after its start, and with 500 signed-in
 * WebSockets. It has no goal. The memory under load is in the bench `throughput`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../server/test/factories/accounts.ts'
import { openSocket } from '../server/test/nodes.ts'
import { describeLoad, type LoadedProduct, openProduct, readMemoryMb, watchMemory } from './load/product.ts'
import { isSmall, size } from './load/size.ts'

const SOCKETS = size(500, 4)
const IDLE_MS = size(10_000, 0)
const ROLES = isSmall ? ['all'] : ['web', 'worker', 'all']
/** A chat and a notifications socket, as an open page has. */
const CHANNELS = ['chat', 'notifications']

let product: LoadedProduct
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

/** @returns a function that closes them */
async function openSockets(url: string): Promise<() => void> {
  const sockets: Awaited<ReturnType<typeof openSocket>>[] = []
  for (let opened = 0; opened < SOCKETS; opened += CHANNELS.length) {
    const { token } = await makeUser(product.app, { role: opened % 4 === 0 ? 'caregiver' : 'caretaker' })
    for (const channel of CHANNELS) sockets.push(await openSocket(`${url}/ws/${channel}/?token=${token}`))
  }
  return () => {
    for (const socket of sockets) socket.terminate()
  }
}

test('memory of an idle process, and with sockets', async () => {
  const rows: Record<string, Record<string, string>> = {}
  for (const role of ROLES) {
    // A worker must know where the product is.
    const publicUrl = role === 'worker' ? 'http://127.0.0.1:3000' : ''
    const node = await product.start({ ROLE: role, PUBLIC_URL: publicUrl })
    const stopWatching = watchMemory(node)
    await wait(IDLE_MS)
    const idleMb = await readMemoryMb(node)
    const closeSockets = role === 'worker' ? () => {} : await openSockets(node.url)
    const withSocketsMb = await readMemoryMb(node)
    expect(Math.min(idleMb, withSocketsMb)).toBeGreaterThan(0)
    rows[role] = {
      'idle MB': idleMb.toFixed(0),
      [`MB with ${SOCKETS} sockets`]: role === 'worker' ? '' : withSocketsMb.toFixed(0),
      'peak MB': (await stopWatching()).toFixed(0),
    }
    closeSockets()
    await node.kill()
  }
  console.table(rows)
  console.log(describeLoad())
})
