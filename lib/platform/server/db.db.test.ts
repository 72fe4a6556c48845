import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { makeMember, makeProject } from '@/tests/factories'
import { transaction } from './db'

it('asks one thing after the other on the connection of a transaction', async () => {
  const project = await makeProject()
  await makeMember(project, 'annotator')
  const busy = new Map<pg.Client, number>()
  let most = 0
  const { query } = pg.Client.prototype
  const count = (client: pg.Client, change: number) => {
    const now = (busy.get(client) ?? 0) + change
    busy.set(client, now)
    most = Math.max(most, now)
  }
  const counted = function (this: pg.Client, ...asked: unknown[]): unknown {
    const answer: unknown = Reflect.apply(query, this, asked)
    if (!(answer instanceof Promise)) return answer
    count(this, 1)
    return answer.finally(() => count(this, -1))
  }
  Object.assign(pg.Client.prototype, { query: counted })
  onTestFinished(() => void Object.assign(pg.Client.prototype, { query }))
  const found = await transaction((tx) =>
    tx.project.findUnique({ where: { id: project.id }, include: { stages: true, memberships: true, items: true } }),
  )
  expect(found?.memberships).toHaveLength(1)
  expect(most).toBe(1)
})
