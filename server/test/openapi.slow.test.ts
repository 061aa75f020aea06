/** The description of the API follows Spectral's recommended rules. */
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { testApp } from './app.ts'

test('has no problem that Spectral’s recommended rules find', async () => {
  const app = await testApp()
  const { body: document } = await app.visitor.get('/api/openapi.json')
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [oas as RulesetDefinition] })
  const problems = await spectral.run(document)
  expect(problems.map(({ code, message, path }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
  await app.close()
})
