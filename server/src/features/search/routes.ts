import {
  caregiverPage,
  caregiverSearchQuery,
  VISITOR_PAGE_SIZE_MAXIMUM,
} from '@tendwell/contract/profiles/profiles'
import { visitDistance, visitDistanceQuery } from '@tendwell/contract/search/visit-distance'
import { idParams, PAGE_SIZE_MAXIMUM } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { invalid } from '../../platform/errors.ts'
import { actorOf } from '../../platform/http/access.ts'
import { type App, limitVisitors } from '../../platform/http/http.ts'
import type { FindHabits } from './matching/wishes.ts'
import { findVisitDistanceKm, searchCaregivers } from './queries.ts'

const searchLimit = limitVisitors(30, 'Too many searches. Log in, or try again in a minute')

/** Visitors who aren't logged in get smaller pages. @throws AppError 400 for a larger page size */
function requireVisitorPageSize(pageSize: number): void {
  if (pageSize <= VISITOR_PAGE_SIZE_MAXIMUM) return
  throw invalid({
    page_size: [
      `Page size must be from 1 to ${VISITOR_PAGE_SIZE_MAXIMUM}. Log in for up to ${PAGE_SIZE_MAXIMUM}`,
    ],
  })
}

/** The search for caregivers, and how far one of them is. @see docs/rules/profiles-and-files.md#search */
export function caregiverRoutes(
  app: App,
  { backgroundChecks, clock, replica }: Deps,
  findHabits: FindHabits,
): void {
  app.get(
    '/api/auth/caregivers',
    {
      config: { access: 'optional', rateLimit: searchLimit },
      schema: {
        summary: 'Search caregivers',
        querystring: caregiverSearchQuery,
        response: { 200: caregiverPage },
      },
    },
    async (request) => {
      if (!request.actor) requireVisitorPageSize(request.query.page_size)
      const searchResult = await replica.read((database) =>
        searchCaregivers({ backgroundChecks, database, clock, findHabits }, request.query, request.actor?.id),
      )
      const { count_is_exact, named, near, corrected_q, roles, nearest } = searchResult
      return {
        ...toPage(request, request.query, searchResult),
        ...{ count_is_exact, named, near, corrected_q, roles, nearest },
      }
    },
  )

  app.get(
    '/api/auth/caregivers/:id/distance',
    {
      config: { access: ['caretaker'] },
      schema: {
        summary: 'Get how far a caregiver is from a visit of mine',
        params: idParams,
        querystring: visitDistanceQuery,
        response: { 200: visitDistance },
      },
    },
    async (request) => {
      const people = { familyId: actorOf(request).id, caregiverId: request.params.id }
      return {
        distance_km: await replica.read((database) => findVisitDistanceKm(database, people, request.query)),
      }
    },
  )
}
