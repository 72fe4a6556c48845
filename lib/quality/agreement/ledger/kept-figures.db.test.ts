import { expect, it } from 'vitest'
import { z } from 'zod'
import { prisma, transaction } from '@/lib/platform/server/db'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeAnnotation, makeTask } from '@/tests/factories'
import { until } from '@/tests/support/wait'
import { findKept, findLastKept, keepFigures, keptOfOneMoment, readMoment } from './kept-figures'
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
  expect(figures).toEqual({ version: then, body: { units: before } })
  expect(await transaction(unitsNow)).toBeGreaterThan(before)
  expect(await findKept(keptKey, schema)).toBeNull()
  expect(await findKept({ ...keptKey, version: then }, schema)).toEqual(figures.body)
  // Of that version they are not read again.
  const never = () => Promise.reject(new Error('read again'))
  expect(await keptOfOneMoment({ ...keptKey, version: then }, schema, never, never)).toEqual(figures)
})

it('does not put what was read before in the place of what was read after', async () => {
  const { project } = await simulateFelm({ items: 1, errors: [0.1, 0.2] })
  const key = { projectId: project.id, key: 'units' }
  const second = await transaction(readMoment)
  const first = new Date(second.getTime() - 1)
  await keepFigures({ ...key, version: 'second', readAt: second }, { units: 2 })
  await keepFigures({ ...key, version: 'first', readAt: first }, { units: 1 })
  expect(await findLastKept(key, schema)).toEqual({ version: 'second', body: { units: 2 } })
  // Who reads next is not stopped by it, nor who says nothing of a moment.
  await keepFigures({ ...key, version: 'third', readAt: await transaction(readMoment) }, { units: 3 })
  expect(await findLastKept(key, schema)).toMatchObject({ version: 'third' })
  await keepFigures({ ...key, version: 'fourth' }, { units: 4 })
  expect(await findLastKept(key, schema)).toMatchObject({ version: 'fourth' })
})

it('does so of what is read at one moment, however long it is computed', async () => {
  const { project } = await simulateFelm({ items: 1, errors: [0.1, 0.2] })
  const key = { projectId: project.id, key: 'units' }
  const keep = (version: string, units: number, meanwhile?: () => Promise<unknown>) =>
    keptOfOneMoment(
      { ...key, version },
      schema,
      async (tx) => ({ version, rows: await readMoment(tx) }),
      async (begun) => {
        await until(async () => (await transaction(readMoment)) > begun)
        await meanwhile?.()
        return { units }
      },
    )
  expect(await keep('first', 1, () => keep('second', 2))).toEqual({ version: 'first', body: { units: 1 } })
  expect(await findLastKept(key, schema)).toEqual({ version: 'second', body: { units: 2 } })
})
