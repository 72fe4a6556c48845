/** A file that is checked and written in one go: the same comes of it as of a check and a write behind it. */
import { describe, expect, test } from 'vitest'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { whileWritesFail } from '@/tests/support/failing-table'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { applyImport } from './apply-import'
import { cancelImport } from './cancel-import'
import { checkImport, checkImportHandler } from './check-import'
import { type ImportOptions, type ImportOptionsInput, importOptionsSchema } from './contract'
import { ImportEnded } from './import-progress'
import { lockPositions } from './positions'
import { getImport } from './queries'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const idle = new AbortController().signal
const optionsOf = (given: ImportOptionsInput = {}): ImportOptions => importOptionsSchema.parse(given)

async function scene() {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const uploaded = async (text: string) => {
    const body = new Response(Buffer.from(text)).body
    const { id } = await uploadImport(manager, project.id, { name: 'records.jsonl', body })
    return id
  }
  /** What people see of an import, but for what is another with each. */
  const seen = async (importId: string) => {
    const {
      id: _id,
      projectId: _project,
      createdAt: _created,
      finishedAt: _finished,
      ...rest
    } = await getImport(manager, importId)
    return { ...rest, people: [] }
  }
  const atOnce = async (text: string, given?: ImportOptionsInput) => {
    const id = await uploaded(text)
    await checkImport(id, idle, optionsOf(given))
    return id
  }
  const inTwo = async (text: string, given?: ImportOptionsInput) => {
    const id = await uploaded(text)
    await checkImport(id, idle)
    await startImport(manager, id, optionsOf(given))
    await applyImport(id, idle)
    return id
  }
  return { project, manager, uploaded, seen, atOnce, inTwo }
}

const line = (n: number, more: object = {}) =>
  JSON.stringify({
    index: `${n}`,
    domain: 'wk',
    source: 'test',
    prompt: `Question ${n}?`,
    response: 'One. Two.',
    segmented_response: ['One.', 'Two.'],
    labels: [true, n % 2 === 0],
    type: [null, n % 2 === 0 ? null : 'knowledge_error'],
    comment: ['', n % 2 === 0 ? '' : 'No.'],
    ...more,
  })
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => line(from + n))

/** A line of an export, of an item with a tag. */
const taggedExport = (tag: string) => {
  const record = JSON.stringify({ prompt: 'Why?', response: 'So.', segmented_response: ['So.'] })
  return JSON.stringify({
    format: 'assay/1',
    protocol: { id: 'felm', version: 1 },
    item: {
      position: 1,
      externalId: null,
      title: 'Why?',
      domain: null,
      source: null,
      own: { domain: null, source: null, tags: [tag] },
      format: 'felm',
      record,
      contentHash: '',
      content: {},
      discarded: null,
    },
    stages: [
      {
        key: 'segments',
        raters: 1,
        round: 1,
        adjudicator: null,
        approver: null,
        units: [{ key: 's1', kind: 'segment', text: 'So.' }],
        gold: null,
        values: [],
      },
    ],
  })
}

/** Everything that an import writes, but for ids, times and the import itself. */
const writtenIn = ({ id: projectId }: { id: string }) =>
  prisma().$queryRaw`
    select i.position, i.external_id, i.title, i.content, i.record, i.content_hash, i.content_key, i.tags, t.state, t.raters,
           (select jsonb_agg(jsonb_build_array(u.key, u.kind, u.position, u.text) order by u.position) from units u where u.task_id = t.id) units,
           (select jsonb_agg(jsonb_build_array(g.version, g.answers, g.roll_up, g.origin)) from golds g where g.task_id = t.id) golds,
           (select text from item_texts x where x.project_id = i.project_id and x.position = i.position) searched
    from items i join tasks t on t.item_id = i.id where i.project_id = ${projectId}::uuid order by i.position, t.stage_id`
const eventsOf = ({ id: projectId }: { id: string }) =>
  prisma().event.findMany({ where: { projectId, type: { startsWith: 'import.' } }, orderBy: { id: 'asc' } })

describe('a file that is written while it is checked', () => {
  test.each([
    { labels: 'gold', own: { tags: ['new'] } },
    { labels: 'ignore', open: false },
  ] as ImportOptionsInput[])(
    'comes to the same as one that is written after its check, repeated records and later files included: %j',
    async (given) => {
      const [one, two] = [await scene(), await scene()]
      // The records of 2 and 5 stand far behind the first of them, and close behind.
      const first = [
        ...lines(0, 520),
        line(2),
        line(5),
        line(5, { response: 'One. Two.', labels: [true, true], type: [null, null], comment: ['', ''] }),
      ].join('\n')
      const second = [
        ...lines(510, 530),
        line(3, { response: 'Three.', segmented_response: ['Three.'], labels: [true], type: [null], comment: [''] }),
      ].join('\n')
      for (const text of [first, second]) {
        const [own, other] = [await one.atOnce(text, given), await two.inTwo(text, given)]
        expect(await one.seen(own)).toEqual(await two.seen(other))
        expect(await one.seen(own)).toMatchObject({ state: 'done', options: optionsOf(given) })
        expect(await prisma().importChunk.count({ where: { importId: own } })).toBe(0)
      }
      expect(await writtenIn(one.project)).toEqual(await writtenIn(two.project))
      const types = (events: { type: string }[]) => events.map(({ type }) => type)
      expect(types(await eventsOf(one.project))).toEqual(types(await eventsOf(two.project)))
    },
  )

  test('leaves nothing where a record behind others has a problem, and finds what a check finds', async () => {
    const { project, seen, atOnce, uploaded } = await scene()
    const text = [...lines(0, 520), line(520, { labels: [true] }), '{', ...lines(521, 530)].join('\n')
    const id = await atOnce(text)
    const alone = await uploaded(text)
    await checkImport(alone, idle)
    expect(await seen(id)).toEqual(await seen(alone))
    expect(await seen(id)).toMatchObject({ state: 'refused', problemCount: 2, recordCount: 530, options: null })
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(0)
  })

  test('is only checked where it holds no record, or others import into the project, or nobody may any more', async () => {
    const { project, manager, seen, atOnce, uploaded } = await scene()
    expect(await seen(await atOnce(''))).toMatchObject({ state: 'refused', problems: [{ line: 1 }] })
    await transaction(async (tx) => {
      await lockPositions(tx, project.id)
      expect(await seen(await atOnce(line(1)))).toMatchObject({ state: 'ready', newCount: 1 })
    })
    const id = await uploaded(line(1))
    await prisma().project.update({ where: { id: project.id }, data: { archivedAt: new Date() } })
    await checkImport(id, idle, optionsOf())
    expect((await getImport(manager, id)).state).toBe('ready')
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(0)
  })

  test('is only checked where its labels become a member’s work, or only its good records are taken', async () => {
    const { manager, seen, atOnce } = await scene()
    const work = { labels: 'person', personId: manager.userId, independent: true } as const
    expect(await seen(await atOnce(line(1), work))).toMatchObject({ state: 'ready' })
    expect(await seen(await atOnce(line(1), { records: 'good' }))).toMatchObject({ state: 'ready' })
  })

  test('is ready and not written where an item would get too many tags; what follows says so', async () => {
    const { manager, project, seen, atOnce } = await scene()
    const tags = Array.from({ length: 20 }, (_, n) => `t${n}`)
    const id = await atOnce(taggedExport('own'), { own: { tags } })
    expect((await seen(id)).problems).toEqual([])
    expect(await seen(id)).toMatchObject({ state: 'ready', newCount: 1, problemCount: 0 })
    await startImport(manager, id, optionsOf({ own: { tags } }))
    await expect(applyImport(id, idle)).rejects.toThrow('with the tags of this import the item would have 21')
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(0)
  })

  test('leaves nothing where it is cancelled while it is written', async () => {
    const { project, manager, uploaded } = await scene()
    const id = await uploaded(lines(0, 700).join('\n'))
    const later = (_tx: Tx) => cancelImport(manager, id)
    // Each item refers to its project.
    const work = () => checkImport(id, idle, optionsOf())
    const ended = takeInOrder({ first: holdRow('projects', 'id', project.id), later }, work)
    await expect(ended).rejects.toThrow(ImportEnded)
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(0)
    expect((await getImport(manager, id)).state).toBe('cancelled')
  })

  test('is tried again as a whole where the database takes a batch back', async () => {
    const { project, manager, uploaded } = await scene()
    const id = await uploaded(lines(0, 600).join('\n'))
    const write = optionsOf()
    const run = { id: '1', attempt: 1, isLastAttempt: false, signal: idle }
    const failing = { table: 'items', when: 'new.position = 590', state: '40001' }
    await whileWritesFail(failing, async () => {
      await expect(checkImportHandler.run({ importId: id, write }, run)).rejects.toThrow()
    })
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(0)
    expect((await getImport(manager, id)).state).toBe('checking')
    for (let tries = 0; tries < 2; tries++) await checkImportHandler.run({ importId: id, write }, run)
    expect(await getImport(manager, id)).toMatchObject({ state: 'done', newCount: 600 })
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(600)
    expect((await eventsOf(project)).filter(({ type }) => type === 'import.applied')).toHaveLength(1)
  })
})
