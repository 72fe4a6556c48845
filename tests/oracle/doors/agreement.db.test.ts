import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetRates } from '@/lib/platform/server/rate-limit'
import { checkRatingsEndpoint } from '@/lib/quality/rater-matrix/contract'
import { sessionFor } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { readVectors, vectorFolders } from '@/tests/oracle/read-vectors'
import { callRoute } from '@/tests/support/call-route'
import { agreementRoute } from './agreement'
import { failuresAt, Refused } from './door'
import { reportDoor } from './rating-doors'
import { jsonOf } from './rating-files'
import { projectDoor } from './rating-projects'

let cookie = ''
beforeAll(async () => {
  cookie = await sessionFor(await makeUser())
})
// Nobody sends so many files a minute.
beforeEach(forgetRates)

const door = reportDoor(agreementRoute.name, async ({ file, resamples }) => {
  const asked = {
    query: { resamples: String(resamples), method: 'percentile' as const },
    headers: { cookie },
    body: jsonOf(file),
  }
  const response = await callRoute(checkRatingsEndpoint, asked)
  if (response.status === 422) throw new Refused(await response.text())
  if (!response.ok) throw new Error(`answered with ${response.status}`)
  return response.json()
})

describe.each(vectorFolders)('vectors of ratings in %s', (folder) => {
  const vectors = readVectors(folder)
  describe.each([door, projectDoor])('$name', (each) => {
    const own = vectors.filter((vector) => each.checks(vector).length > 0)
    it.each(own.map((vector) => [`${vector.family}: ${vector.name}`, vector] as const))('%s', async (_, vector) => {
      expect(await failuresAt(each, vector)).toEqual([])
    })
  })
})
