import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { Json, Protocol } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { addRecords, findRecordProblems } from '@/lib/workspace/imports/add-records'
import { lockPositions } from '@/lib/workspace/imports/positions'
import { authorizeProject, type LoadedProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { type CorpusItems, TOLD_PROBLEMS } from './contract'

const MINUTES = 5
/** What is read at once: so many documents, or characters if that is less. */
const BATCH = 250
const BATCH_CHARACTERS = 2_000_000
/** Of the hash of a document; it is the item's external id, so that the same document makes the same item again. */
const ID_LENGTH = 16

/**
 * Makes an item, in preparation, of every document of the corpus that is none yet, in the order in which they were added.
 * Documents that cannot become items come back with the reason, and then nothing is made of the others either. Errors:
 * `rule` where the protocol takes no documents, `forbidden` for all but managers.
 */
export function makeItems(actor: Actor, projectId: string): Promise<CorpusItems> {
  return transaction(async (tx) => {
    // Before anything is held: nobody holds up a project that they may not change.
    authorize(await loadProject(tx, actor, projectId))
    // Before the project, as everywhere.
    await lockPositions(tx, projectId)
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorize(project)
    const take = takerOf(project)
    const batches = inBatches(await readLengths(tx, projectId))
    const refused = await findRefused(tx, batches, take)
    if (refused.length > 0) return { added: 0, known: 0, refused }
    let added = 0
    let documents = 0
    for (const batch of batches) {
      const records = (await readDocuments(tx, batch)).flatMap(({ document }) => recordsIn(take(document)))
      added += await addRecords(tx, { projectId, records, open: false })
      documents += records.length
    }
    if (added > 0) await record(tx, 'corpus.items_made', { actorId: actor.userId, projectId }, { items: added })
    return { added, known: documents - added, refused }
  }, MINUTES)
}

function authorize(project: LoadedProject): void {
  authorizeProject('project.manage', project, 'Items are made of documents by managers of the project.')
  refuseArchived(project)
}

type Document = Parameters<NonNullable<Protocol['fromDocument']>>[0]
type Taken = { record: { [key: string]: Json } } | { record: null; reason: string }
type Take = (document: Document) => Taken

const recordsIn = ({ record }: Taken) => (record === null ? [] : [record])
const refusal = (reason: string): Taken => ({ record: null, reason })

function takerOf({ protocolId }: LoadedProject): Take {
  const protocol = protocolById(protocolId)
  const { fromDocument } = protocol
  if (!fromDocument)
    throw new AppError('rule', 'The protocol of this project makes no items of documents. Import records instead.')
  return (document) => {
    const newRecord = fromDocument(document)
    if (!isJsonRecord(newRecord)) return refusal('The document has no text to build on. Take it out of the corpus.')
    const problems = findRecordProblems(protocol, newRecord)
    if (problems.length === 0) return { record: newRecord }
    return refusal(problems.map(({ message, fix }) => `${message} ${fix}`).join(' '))
  }
}

async function findRefused(
  tx: Tx,
  batches: readonly (readonly string[])[],
  take: Take,
): Promise<CorpusItems['refused']> {
  const refused: CorpusItems['refused'] = []
  for (const batch of batches) {
    for (const { documentId, document } of await readDocuments(tx, batch)) {
      const takeResult = take(document)
      if (takeResult.record === null) refused.push({ documentId, title: document.title, reason: takeResult.reason })
    }
    if (refused.length >= TOLD_PROBLEMS) break
  }
  return refused.slice(0, TOLD_PROBLEMS)
}

const readLengths = (tx: Tx, projectId: string) => tx.$queryRaw<{ id: string; length: number }[]>`
  select id, length(text) "length" from corpus_documents where project_id = ${projectId}::uuid order by id`

function inBatches(documents: readonly { id: string; length: number }[]): string[][] {
  const batches: string[][] = []
  let room = 0
  for (const { id, length } of documents) {
    const last = batches.at(-1)
    room -= length
    if (last && room >= 0 && last.length < BATCH) last.push(id)
    else {
      batches.push([id])
      room = BATCH_CHARACTERS - length
    }
  }
  return batches
}

async function readDocuments(tx: Tx, ids: readonly string[]): Promise<{ documentId: string; document: Document }[]> {
  const rows = await tx.corpusDocument.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, title: true, text: true, sha256: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id, sha256, title, text }) => ({
    documentId: id,
    document: { id: sha256.slice(0, ID_LENGTH), title, text },
  }))
}
