/** Records that are several items each. */
import { describe, expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { CLAIM, pipelineLine } from '@/lib/protocols/veriscore-verification/sample-records'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import { getImport } from './queries'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const idle = new AbortController().signal

async function setting() {
  const project = await makeProject({ protocolId: 'veriscore-verification' })
  const manager = actorOf(await makeMember(project, 'manager'))
  const check = async (...lines: Json[]) => {
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    const { id } = await uploadImport(manager, project.id, { name: 'claims.jsonl', body: new Response(text).body })
    await checkImport(id, idle)
    return getImport(manager, id)
  }
  const write = async (id: string) => {
    await startImport(manager, id, { labels: 'gold', independent: false, open: true })
    await applyImport(id, idle)
    return getImport(manager, id)
  }
  const items = () => prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  return { check, write, items }
}

const WITHOUT_CLAIMS = pipelineLine({
  claim_list: [[null]],
  all_claims: [],
  response: 'Hello.',
  claim_search_results: undefined,
  claim_verification_result: undefined,
})

describe('a line with several claims', () => {
  test('becomes an item a claim, with what was said of lines that make none; the same again adds nothing', async () => {
    const { check, write, items } = await setting()
    const found = await check(WITHOUT_CLAIMS, pipelineLine())
    expect(found).toMatchObject({ state: 'ready', recordCount: 2, newCount: 2, duplicateCount: 0, warningCount: 1 })
    expect(found.problems.map(({ line, severity }) => [line, severity])).toEqual([[1, 'warning']])
    expect(await write(found.id)).toMatchObject({ state: 'done', newCount: 2 })
    const made = await items()
    expect(made.map(({ position, title }) => [position, title === CLAIM])).toEqual([
      [1, true],
      [2, false],
    ])
    expect(made.map(({ record }) => JSON.parse(record).all_claims)).toEqual(made.map(({ title }) => [title]))
    expect(await check(pipelineLine())).toMatchObject({ newCount: 0, duplicateCount: 2 })
    // A piece that was kept is the same item as well.
    const kept: Json[] = made.map(({ record }) => JSON.parse(record))
    expect(await check(...kept)).toMatchObject({ newCount: 0, duplicateCount: 2 })
  })

  test('is refused where it makes no item, and says why not', async () => {
    const { check } = await setting()
    const found = await check(WITHOUT_CLAIMS)
    expect(found).toMatchObject({ state: 'refused', recordCount: 0 })
    expect(found.problems.map(({ message }) => message)).toEqual([
      'No record of the file holds anything to annotate.',
      'The response has no verifiable claims.',
    ])
  })

  test('names its own line where one of its claims cannot be read', async () => {
    const { check } = await setting()
    const found = await check(pipelineLine(), pipelineLine({ claim_search_results: { [CLAIM]: [7] } }))
    expect(found).toMatchObject({ state: 'refused', problemCount: 1 })
    expect(found.problems.find(({ severity }) => severity === 'error')?.line).toBe(2)
  })
})
