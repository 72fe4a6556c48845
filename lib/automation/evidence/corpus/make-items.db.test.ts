import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { lockPositions } from '@/lib/workspace/imports/positions'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { addDocuments } from './add-documents'
import { makeItems } from './make-items'
import { listCorpus } from './queries'

const FLOOD = { title: 'The flood', text: 'It had rained all night. The river rose by two metres.' }
const OTHERS = Array.from({ length: 3 }, (_, n) => ({ title: `Sea ${n}`, text: `Sea number ${n} is deep.` }))

async function setUp(protocolId = 'factor-validation', archivedAt?: Date) {
  const project = await makeProject({ protocolId, archivedAt })
  const manager = actorOf(await makeMember(project, 'manager'))
  const add = (...documents: object[]) => {
    const body = new Blob([documents.map((document) => JSON.stringify(document)).join('\n')]).stream()
    return addDocuments(manager, project.id, { name: 'docs.jsonl', body })
  }
  const items = () =>
    prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' }, include: { tasks: true } })
  return { project, manager, add, items, make: () => makeItems(manager, project.id) }
}

const addBlank = (projectId: string) =>
  prisma().corpusDocument.create({ data: { projectId, title: 'Blank', text: ' \n', sha256: 'c'.repeat(64) } })

it('makes an item of every document, in preparation and without a set', async () => {
  const { project, manager, add, items, make } = await setUp()
  await add(FLOOD, ...OTHERS)
  expect(await make()).toEqual({ added: 4, known: 0, refused: [] })
  const made = await items()
  expect(made.map(({ title }) => title)).toEqual(['The flood', 'Sea 0', 'Sea 1', 'Sea 2'])
  expect(made.map(({ position }) => position)).toEqual([1, 2, 3, 4])
  expect(made.every(({ tasks }) => tasks.length === 1 && tasks[0]?.state === 'preparing')).toBe(true)
  expect(made[0]).toMatchObject({ format: 'document', source: null, content: { prefix: FLOOD.text, set: null } })
  const events = await prisma().event.findMany({ where: { projectId: project.id, type: 'corpus.items_made' } })
  expect(events).toMatchObject([{ actorId: manager.userId, data: { items: 4 } }])
})

it('makes no item twice, not even of a document that was taken out and added again', async () => {
  const { project, add, items, make } = await setUp()
  await add(FLOOD)
  await make()
  await prisma().corpusDocument.deleteMany({ where: { projectId: project.id } })
  await add(FLOOD, ...OTHERS)
  const both = await Promise.all([make(), make()])
  expect(both.map(({ added }) => added).sort()).toEqual([0, 3])
  expect(both.map(({ known }) => known).sort()).toEqual([1, 4])
  expect(await items()).toHaveLength(4)
})

it('holds nothing of the project while it waits for a file that is written into it', async () => {
  const { project, add, make } = await setUp()
  await add(FLOOD)
  const later = holdRow('projects', 'id', project.id, 'nowait')
  expect(await takeInOrder({ first: (tx) => lockPositions(tx, project.id), later }, make)).toMatchObject({ added: 1 })
})

it('makes nothing while a document cannot become an item, and says which', async () => {
  const { project, add, items, make } = await setUp()
  await add(FLOOD)
  const { id } = await addBlank(project.id)
  const { refused, ...counts } = await make()
  expect(counts).toEqual({ added: 0, known: 0 })
  expect(refused).toMatchObject([{ documentId: id, title: 'Blank', reason: expect.stringContaining('no text') }])
  expect(await items()).toEqual([])
})

it('is for managers of projects whose protocol takes documents', async () => {
  const { project, add, manager } = await setUp()
  await add(FLOOD)
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  await expect(makeItems(reviewer, project.id)).rejects.toMatchObject({ code: 'forbidden' })
  const abilities = async (actor: typeof manager, projectId: string) =>
    (await listCorpus(actor, projectId, {})).abilities
  expect(await abilities(manager, project.id)).toEqual({ manage: true, makeItems: true })
  expect(await abilities(reviewer, project.id)).toEqual({ manage: false, makeItems: false })
  const felm = await setUp('felm')
  await felm.add(FLOOD)
  await expect(felm.make()).rejects.toMatchObject({ code: 'rule' })
  expect(await abilities(felm.manager, felm.project.id)).toEqual({ manage: true, makeItems: false })
  const archived = await setUp('factor-validation', new Date())
  await expect(archived.make()).rejects.toMatchObject({ code: 'rule' })
})
