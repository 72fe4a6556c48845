/**
 * A project of 1,000 documents beside one of 10: taking the next task, opening it, saving an answer. The documents are the
 * published ones of ASSAY_DATA_DIR with their claims as gold and their evidence to be judged, told apart by a word and
 * repeated as often as needed; the two projects take turns, request by request, in one run against the production build.
 */
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { filesIn, recordsIn, wholeFiles } from '@/tests/data-folders'
import { say, withApp } from './setting/app'
import { importAsGold } from './setting/import-file'

const SIZES = [10, 1000] as const
const ROUNDS = 60
const WARM_UP = 10

type PublishedSentence = Record<string, unknown> & { decontext: string }
interface PublishedDocument {
  sentences: Record<string, PublishedSentence>
}

function published(): PublishedSentence[][] {
  const folder = wholeFiles
  if (!folder) return []
  const files = filesIn(folder, { within: 'factcheckbench', named: /^factcheck-.*\.jsonl$/ })
  const documents = files.flatMap((name) => recordsIn<PublishedDocument>(folder, `factcheckbench/${name}`))
  return documents.map(({ sentences }) => Object.values(sentences))
}

/** A document as it went into the original second page: claims and evidence, nothing judged yet. */
function unjudged(sentences: PublishedSentence[], copy: number) {
  const one = (sentence: PublishedSentence, index: number) => ({
    decontext: index === 0 ? `${sentence.decontext} (${copy})` : sentence.decontext,
    Most_importance_sentence: sentence.most_importance_sentence,
    factCheck: sentence.sentence_checkworthiness,
    Claims: sentence.claims,
    boolClaim: sentence.claim_checkworthiness,
    Most_important_claim: sentence.if_most_important_claim,
    evidence: sentence.auto_evidence,
    url: sentence.auto_evidence_url,
  })
  return Object.fromEntries(sentences.map((sentence, index) => [`sentence${index + 1}`, one(sentence, index)]))
}

async function importDocuments(size: number) {
  const { makeMember, makeProject } = await import('@/tests/factories')
  const { actorOf, sessionFor } = await import('@/tests/actors')
  const { prisma } = await import('@/lib/platform/server/db')
  const project = await makeProject({ protocolId: 'factcheck-bench' })
  const manager = actorOf(await makeMember(project, 'manager'))
  const documents = published()
  if (documents.length === 0) throw new Error('ASSAY_DATA_DIR names no folder with published documents')
  const records = Array.from({ length: size }, (_, copy) => unjudged(documents[copy % documents.length] ?? [], copy))
  await importAsGold(manager, project.id, records)
  await prisma().stage.updateMany({ where: { projectId: project.id }, data: { skipPolicy: 'again' } })
  const tasks = await prisma().task.count({ where: { projectId: project.id, state: 'open', stage: { key: 'verify' } } })
  if (tasks !== size) throw new Error(`${tasks} of ${size} documents wait to be verified`)
  const person = await makeMember(project, 'annotator')
  return { size, projectId: project.id, cookie: await sessionFor(person), times: { next: [], open: [], save: [] } }
}

interface Side {
  size: number
  projectId: string
  cookie: string
  times: Record<'next' | 'open' | 'save', number[]>
}

/** Takes a document, opens it, judges a passage, and lets it go again. */
async function once(url: string, { projectId, cookie }: Side, times: Side['times'] | null) {
  const send = async <T>(method: string, address: string, body?: unknown): Promise<T> => {
    const headers = { cookie, 'content-type': 'application/json', origin: url }
    const response = await fetch(url + address, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return (text === '' ? null : JSON.parse(text)) as T
  }
  const timed = async <T>(name: keyof Side['times'], work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    times?.[name].push(performance.now() - start)
    return result
  }
  const { taskId } = await timed('next', () => send<{ taskId: string }>('POST', `/api/projects/${projectId}/next-task`))
  const bench = await timed('open', () => send<Workbench>('POST', `/api/tasks/${taskId}/annotation`))
  const unit = bench.units.find(({ kind }) => kind === 'evidence')?.key
  if (unit) {
    const known = bench.answers.find((answer) => answer.unit === unit && answer.question === 'stance')
    const change = { unit, question: 'stance', value: 'irrelevant', expectedRevision: known?.revision ?? 0 }
    const body = { ...change, origin: 'chosen', annotationId: bench.annotationId }
    await timed('save', () => send('PATCH', `/api/tasks/${taskId}/answers`, body))
  }
  await send('POST', `/api/tasks/${taskId}/skip`, { reason: 'Next, please.' })
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

await withApp(async (app) => {
  const sides: Side[] = []
  for (const size of SIZES) sides.push(await importDocuments(size))
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const side of sides) await once(app.url, side, round < 0 ? null : side.times)
  const [small, large] = sides
  for (const name of ['next', 'open', 'save'] as const) {
    const [few, many] = [median(small?.times[name] ?? []), median(large?.times[name] ?? [])]
    say(
      `${name.padEnd(5)} median ${few.toFixed(1)} ms with ${SIZES[0]} documents, ${many.toFixed(1)} ms with ${SIZES[1]}: ` +
        `ratio ${(many / few).toFixed(2)}`,
    )
  }
})
