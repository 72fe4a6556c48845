/** Projects whose records, answers and facts hold what breaks readers of tables. Everything about one follows from its number. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import type { Prisma } from '@/generated/prisma/client'
import { bareEntry, DocumentWriter, entryPlaceIn } from '@/lib/platform/foreign/records/entry-places'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { manifests, protocolById, stageByKey } from '@/lib/protocols'
import { countingAnswers, findings } from '@/lib/protocols/completeness'
import { answersTo } from '@/lib/protocols/conformance-answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { entriesOf, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Protocol, Stage, Subject } from '@/lib/protocols/protocol'
import { type NextIndex, seededRandom } from '@/lib/stats/seeded-random'
import { isUnstorable } from '@/lib/text/escape-text'
import { applyImport } from '@/lib/workspace/imports/apply-import'
import { checkImport } from '@/lib/workspace/imports/check-import'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { itemsFilterSchema } from '@/lib/workspace/items/contract'
import { editItems } from '@/lib/workspace/items/edits/edit-items'
import { listUnits, loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { findTask, type MadeProject, type MadeTask, makeAnnotation, makeMember, makeProject } from '@/tests/factories'
import { HOSTILE_TEXTS } from '@/tests/fuzz/hostile'
import { samplesOf } from '@/tests/fuzz/seeds'
import { changedFile } from '@/tests/protocols/changed-files'
import { besideExample, EXAMPLES, recordsOf } from '@/tests/support/example-records'
import { makeProtocolVersion } from '@/tests/support/protocol-file'

/** What else readers of tables take for something that it is not. */
const TEXTS: readonly string[] = [
  ...HOSTILE_TEXTS,
  'true',
  'False',
  '007',
  '1,5',
  '1e5',
  '2024-02-30',
  '2024-01-01T00:00:00Z',
  '12:30',
  'None',
  'NA',
  '<NA>',
  'nan',
  'inf',
  '[]',
  '{"a": 1}',
  '"quoted"',
  'it\'s, "so"\nand so',
  '\t',
  '\\N',
  '\u0001\u001b[31m\u007f',
  'نص من اليمين إلى اليسار 123 abc',
  'עברית',
  '\u2067rtl\u2069',
  '日本語',
  '🏳️‍🌈',
  '\u2028',
  `${'A very long answer. '.repeat(20_000)}`,
]

const pick = <T>(random: NextIndex, of: readonly T[]): T => of[random(of.length)] as T

/** A recipe with records to fill it. */
interface Source {
  protocolId: string
  records: readonly Json[]
}

/** Under the names and values that a protocol file may have at most. */
const HOSTILE_NAMES = 'bench/setting/hostile-names.yaml'
const PLAIN_RECORDS: readonly Json[] = [
  { id: 'a', response: 'One part. Another part.' },
  { id: '007', response: 'Nothing. Or so. Or else.' },
  { id: 'true', response: 'Yes.' },
]

/**
 * Where generated projects come from: every built-in protocol, a protocol of hostile names, every example of a protocol file, and as many changed
 * examples that pass the check.
 */
export async function generatedSources(changed: number): Promise<Source[]> {
  const builtIn = manifests.map(({ work }) => ({ protocolId: work.id, records: samplesOf(work.id) }))
  const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml'))
  const read = (name: string) => readFileSync(path.join(EXAMPLES, name), 'utf8')
  const records = new Map<string, Json[]>()
  const { protocolId: hostile } = await makeProtocolVersion({ source: readFileSync(HOSTILE_NAMES, 'utf8') })
  const files: Source[] = [{ protocolId: hostile, records: PLAIN_RECORDS }]
  for (const name of names) {
    const { protocolId } = await makeProtocolVersion({ source: read(name) })
    const own = await recordsOf(besideExample(name), protocolById(protocolId))
    records.set(name, own)
    files.push({ protocolId, records: own })
  }
  const all = [...records.values()].flat()
  for (let seed = 1; files.length <= names.length + changed; seed++) {
    const name = names[seed % names.length] ?? ''
    const changedOnce = changedFile([read(name)], seed)
    const checked = checkFile(changedOnce)
    if (!checked.ok || changedOnce === read(name)) continue
    // Under an id of its own: a version of the example stands already.
    const source = changedOnce.replace(/^id: .*$/m, `id: changed-${seed}`)
    if (!checkFile(source).ok) continue
    const { protocolId } = await makeProtocolVersion({ source })
    files.push({ protocolId, records: [...(records.get(name) ?? []), ...all] })
  }
  return [...builtIn, ...files]
}

/** The record with some of its texts replaced, and with some values left out. */
function broken(value: Json, random: NextIndex): Json {
  if (typeof value === 'string') return random(6) === 0 ? pick(random, TEXTS) : value
  if (Array.isArray(value)) return value.map((each) => broken(each, random))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (random(25) === 0 ? [] : [[key, broken(each, random)]])),
  )
}

/** A record as it is sent: by itself on a line, or in a document of its own where the protocol's records stand in documents. */
function lineOf({ formats }: Protocol, record: Json, random: NextIndex | null): string {
  const sent = random ? broken(record, random) : record
  const { each } = formats[0]
  if (!each) return `${JSON.stringify(sent)}\n`
  // Records of other examples stand nowhere yet. What leads to a record is never broken.
  const path = entryPlaceIn(record)?.path ?? each.at.map((step) => (step === '*' ? 'other' : step))
  const documents = new DocumentWriter()
  return documents.add(path, JSON.stringify(bareEntry(each.keys, sent))) + documents.end()
}

const idle = new AbortController().signal

/** Imports the records that can be read; returns how many items came of them. */
async function importRecords(
  manager: Actor,
  project: MadeProject,
  lines: readonly string[],
  asGold: boolean,
): Promise<number> {
  const { id } = await uploadImport(manager, project.id, {
    name: 'records.jsonl',
    body: new Response(lines.join('')).body,
  })
  await checkImport(id, idle)
  const { state, newCount } = await prisma().import.findUniqueOrThrow({ where: { id } })
  if (newCount === 0 || (state !== 'ready' && state !== 'refused')) return 0
  await startImport(manager, id, {
    labels: asGold ? 'gold' : 'ignore',
    independent: false,
    open: true,
    records: state === 'refused' ? 'good' : 'all',
  })
  await applyImport(id, idle)
  return prisma().item.count({ where: { projectId: project.id } })
}

/** Answers at random, complete where some of the tries are; with texts that break readers where a text is asked for. What they list is the person's own. */
function randomAnswers(stage: Stage, subject: Subject, seed: number): Answers {
  const random = seededRandom(seed)
  const [best] = fc
    .sample(answersTo(stage, subject), { numRuns: 30, seed })
    .map((answers) => ({ answers, missing: findings(stage, subject, answers).length }))
    .sort((a, b) => a.missing - b.missing)
  const answers = best?.answers ?? {}
  const own = new Set(subject.units.map(({ key }) => key))
  const named = (key: string) => (own.has(key) ? key : `u${seed}-${key}`)
  const texts = new Set(stage.questions.filter(({ form }) => form === 'text').map(({ key }) => key))
  const storable = TEXTS.filter((text) => text.trim() !== '' && !isUnstorable(text))
  const changed = (question: string, value: Json): Json => {
    if (typeof value === 'string' && texts.has(question) && random(2) === 0) return pick(random, storable)
    const entries = entriesOf(value)
    return entries.length > 0 ? entries.map((entry) => ({ ...entry, key: named(entry.key) })) : value
  }
  return Object.fromEntries(
    withMadeUnits(stage, subject, answers).units.map(({ key }) => [
      named(key),
      Object.fromEntries(
        Object.entries(answers[key] ?? {}).map(([question, value]) => [question, changed(question, value)]),
      ),
    ]),
  )
}

/** People answer a task, and it becomes gold: by itself where they agree or vote, else by what the first one said. */
async function settle(task: MadeTask, stage: Stage, people: Actor[], seed: number): Promise<void> {
  const units = task.units.map(({ key, kind, text, parentKey, data }) => ({
    key,
    kind,
    text,
    ...(parentKey === null ? {} : { parent: parentKey }),
    ...(data === null ? {} : { data: data as Json }),
  }))
  const subject = { content: task.item.content as Json, units }
  const [reviewer, ...annotators] = people
  if (!reviewer) throw new Error('nobody reviews')
  const given: Answers[] = []
  for (const [at, person] of annotators.slice(0, task.raters).entries()) {
    // Sometimes the second says what the first one said.
    const own = stage.questions.every(({ form }) => form !== 'list')
    const [first] = given
    const answers = first && own && (seed + at) % 3 === 0 ? first : randomAnswers(stage, subject, seed * 10 + at)
    given.push(answers)
    await makeAnnotation(task, { id: person.userId }, answers, true)
  }
  const isGold = () => prisma().task.count({ where: { id: task.id, state: 'gold' } })
  const isComplete = given.every((answers) => findings(stage, subject, answers).length === 0)
  if (isComplete || stage.consolidation === 'votes')
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
  if (await isGold()) return
  await transaction(async (tx) => {
    const loaded = await loadTask(tx, reviewer, task.id, { lock: true })
    const answers = countingAnswers(stage, subject, given[0] ?? {})
    const own = new Map((await listUnits(tx, loaded)).map(({ key, id }) => [key, id]))
    const places = Object.entries(answers).flatMap(([unit, values]) => {
      const unitId = own.get(unit)
      return unitId ? Object.entries(values).map(([question, value]) => ({ unitId, question, value })) : []
    })
    await tx.resolution.createMany({
      data: places
        .filter((_, at) => at % 2 === 0)
        .map(({ unitId, question, value }, at) => ({
          taskId: task.id,
          round: task.round,
          unitId,
          question,
          reason: 'It is.',
          resolvedById: reviewer.userId,
          value: value as Prisma.InputJsonValue,
          how: at % 2 === 0 ? ('lane' as const) : ('edited' as const),
        })),
    })
    const by = { actorId: reviewer.userId, adjudicatorId: reviewer.userId, approverId: null }
    await makeGold(tx, loaded, { ...by, answers, origin: 'consolidated' })
  })
}

export interface GeneratedProject {
  project: MadeProject
  manager: Actor
  items: number
}

/** Makes the project of this number, with gold. */
export async function generateProject(sources: readonly Source[], number: number): Promise<GeneratedProject> {
  const random = seededRandom(1000 + number)
  const source = sources[number % sources.length]
  if (!source) throw new Error('there is nothing to make projects from')
  const protocol = protocolById(source.protocolId)
  const project = await makeProject({
    name: `Generated ${number}`,
    protocolId: source.protocolId,
    everyStage: { raters: 1 + random(3) },
  })
  const manager = actorOf(await makeMember(project, 'manager'))
  const people = [actorOf(await makeMember(project, 'reviewer'))]
  for (let n = 0; n < 3; n++) people.push(actorOf(await makeMember(project, 'annotator')))
  const isOne = number % 7 === 3
  const rounds = isOne ? 1 : 1 + random(3)
  const records = isOne ? source.records.slice(0, 1) : Array.from({ length: rounds }, () => source.records).flat()
  let items = 0
  // What is broken too much is refused; then the records as they are.
  for (let tries = 0; items === 0 && tries < 10; tries++)
    items = await importRecords(
      manager,
      project,
      records.map((record) => lineOf(protocol, record, random)),
      number % 3 === 0,
    )
  if (items === 0) {
    const lines = source.records.map((record) => lineOf(protocol, record, null))
    items = await importRecords(manager, project, lines, number % 3 === 0)
  }
  if (items === 0) throw new Error(`no record of ${source.protocolId} is read`)
  if (number % 2 === 1) await tag(manager, project.id, items)
  for (const { key } of project.stages) {
    const open = await prisma().task.findMany({
      where: { projectId: project.id, stage: { key }, state: { in: ['preparing', 'open'] } },
      orderBy: { position: 'asc' },
    })
    await prisma().task.updateMany({ where: { id: { in: open.map(({ id }) => id) } }, data: { state: 'open' } })
    const isLeft = (at: number) => number % 5 === 4 && at > 0 && at === open.length - 1
    for (const [at, { itemId }] of open.entries())
      if (!isLeft(at))
        await settle(await findTask({ itemId }, key), stageByKey(protocol, key), people, number * 100 + at)
  }
  return { project, manager, items }
}

/** Facts that only some projects have. */
async function tag(manager: Actor, projectId: string, expected: number): Promise<void> {
  const selection = { filter: itemsFilterSchema.parse({}), expected }
  const change = { act: 'set', domain: 'true', source: '2024-01-01', addTags: ['007', 'true', 'عربي'] } as const
  await editItems(manager, projectId, { selection, change: { ...change, addTags: [...change.addTags] } })
}
