import { test } from '@playwright/test'
import { buildStories } from '../../scripts/stories.mjs'

test('the stories can be built', () => buildStories())
