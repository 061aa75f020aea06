/** The product as several processes behind a proxy, as compose.yaml describes it. */
import { Api, createPerson } from '../api.ts'
import { test as base, expect } from '../fixtures.ts'
import { addAcceptedRequest, addCaregiver, GOOD_CARD } from '../steps/bookings.ts'
import { box, log, write } from '../steps/chat.ts'
import { openCardPage, payByCard } from '../steps/screens.ts'
import { startTopology, type Topology } from '../topology.ts'

const test = base.extend<object, { topology: Topology; api: Api }>({
  topology: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures this one needs.
    async ({}, use) => {
      // A slow machine is not what is tested.
      const topology = await startTopology({ OVERLOAD_PROTECTION: 'off' })
      await use(topology)
      await topology.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  api: [({ topology }, use) => use(new Api(topology.url)), { scope: 'worker' }],
})

test('a booking is made and paid behind the proxy, and both sides chat across two nodes', async ({
  openPage,
  api,
  topology,
}) => {
  const family = await api.register(createPerson('Nadia'))
  const caregiver = await addCaregiver(api, 'Marta')
  const request = await addAcceptedRequest(api, family, caregiver)

  const page = await openPage(family)
  await openCardPage(page, request.id)
  await payByCard(page, GOOD_CARD)
  await page.waitForURL('/requests')
  await expect(page.getByRole('article')).toContainText('Paid')
  await api.readMail(family.user.email, 'confirmed')

  const other = await openPage(caregiver)
  await page.goto(`/chat?caregiverId=${caregiver.user.id}`)
  await write(page, 'Good evening')
  await expect(log(page).getByText('Sent')).toBeVisible()
  await other.goto('/chat')
  await other.getByRole('link', { name: new RegExp(family.user.full_name) }).click()
  await expect(log(other)).toContainText('Good evening')
  await write(other, 'Good evening to you')
  await expect(log(page)).toContainText('Good evening to you')
  await expect(box(page)).toBeEnabled()

  expect(topology.nodes).toHaveLength(2)
  // One of the two nodes isn't the one that the family's socket is on.
  for (const node of topology.nodes) {
    const { results } = await new Api(node).call<{ results: { id: number }[] }>(
      caregiver,
      'GET',
      '/api/chat/conversations/',
    )
    const text = `Sent through ${new URL(node).port}`
    await new Api(node).call(caregiver, 'POST', `/api/chat/conversations/${results[0]?.id}/messages/`, {
      text,
    })
    await expect(log(page)).toContainText(text)
  }
})
