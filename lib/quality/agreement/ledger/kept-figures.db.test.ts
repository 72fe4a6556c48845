import { expect, it } from 'vitest'
import { z } from 'zod'
import { prisma, transaction } from '@/lib/platform/server/db'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeAnnotation, makeTask } from '@/tests/factories'
import { findKept, keptOfOneMoment } from './kept-figures'
import { readPatterns } from './read-counts'
import { readLedger, refreshRatings } from './refresh-ratings'

const schema = z.object({ units: z.number() })

it('keeps what it read under the version of the moment in which it was read', async () => {
  const { project, stageId, annotators } = await simulateFelm({ items: 3, errors: [0.1, 0.2] })
  const { id: projectId } = project
  const refresh = () => transaction((tx) => refreshRatings(tx, project))
  const reveal = async () => {
    const task = await makeTask(project)
    const answers = { item: { action: 'keep' }, s1: { label: true } }
    for (const annotator of annotators) await makeAnnotation(task, annotator, answers, true)
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
    await refresh()
  }
  const opened = (await refresh()).version
  // Between the look at the version and the one at the ratings, and between two of these, somebody else's task is revealed.
  await reveal()
  const { version: then } = await transaction((tx) => readLedger(tx, projectId))
  expect(then).not.toBe(opened)
  const keptKey = { projectId, key: 'units', version: opened }
  const unitsNow = async (tx: Parameters<typeof readPatterns>[0]) =>
    (await readPatterns(tx, { stageId, measure: 'label' })).reduce((sum, { units }) => sum + units, 0)
  const before = await transaction(unitsNow)
  const figures = await keptOfOneMoment(
    keptKey,
    schema,
    async (tx) => {
      const { version } = await readLedger(tx, projectId)
      await reveal()
      return { version, rows: await unitsNow(tx) }
    },
    async (units) => ({ units }),
  )
  expect(figures).toEqual({ units: before })
  expect(await transaction(unitsNow)).toBeGreaterThan(before)
  expect(await findKept(keptKey, schema)).toBeNull()
  expect(await findKept({ ...keptKey, version: then }, schema)).toEqual(figures)
  // Of that version they are not read again.
  const never = () => Promise.reject(new Error('read again'))
  expect(await keptOfOneMoment({ ...keptKey, version: then }, schema, never, never)).toEqual(figures)
})
