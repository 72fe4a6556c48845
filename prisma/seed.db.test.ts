import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { labelChoices } from '@/lib/gold/releases/contract'
import { csvRowCounter, linesIn } from '@/lib/gold/releases/count-lines'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { inspectQuestion } from '@/lib/gold/releases/inspect/samples'
import { listExports, MADE_TO_COUNT } from '@/lib/gold/releases/queries'
import { filesOf } from '@/lib/gold/releases/release/archive/stream-archive'
import { readStoredText } from '@/lib/gold/releases/release/build/read-stored'
import { frozenCardSchema } from '@/lib/gold/releases/release/contract'
import { type SplitChoice, splitChoiceSchema } from '@/lib/gold/releases/release/splits/contract'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { contentOf } from '@/lib/protocols/felm/content'
import type { Json } from '@/lib/protocols/protocol'
import { ANNOTATORS_WORDS } from '@/lib/quality/agreement/rules'
import { sameTextIgnoringSpace } from '@/lib/text/same-text'
import { taskStates } from '@/lib/workspace/tasks/contract'
import { hashPassword, verifyPassword } from '@/lib/workspace/users/password'
import { rightAnswers } from '@/prisma/scenarios/answers'
import { played } from '@/prisma/scenarios/factcheck/project'
import { files } from '@/prisma/scenarios/files'
import { papers } from '@/prisma/scenarios/papers'
import { simulatedProject } from '@/prisma/scenarios/people'
import { readyPythons } from '@/tests/python/environments'
import { readWith } from '@/tests/python/read-with'
import { makeRelease, writeReleases } from '@/tests/python/release-folders'
import { countLabels, readTables, recountRelease } from '@/tests/recount-release'
import { seedDemo } from './seed'

let first: Awaited<ReturnType<typeof seedDemo>>

beforeAll(async () => {
  // As after a start that was interrupted: the people are there, without passwords, and a project half done.
  const mara = await prisma().user.create({
    data: { email: 'mara@assay.example', name: 'Mara', isAdmin: true, demo: true },
  })
  await prisma().project.create({
    data: {
      name: 'Cut short',
      protocolId: 'felm',
      protocolVersion: 1,
      memberships: { create: { userId: mara.id, role: 'manager' } },
    },
  })
  first = await seedDemo()
  // Seven people, ten projects, command by command.
})

const listTasks = (protocolId = 'felm') =>
  prisma().task.findMany({
    where: { project: { protocolId, shadowOf: null, name: { not: simulatedProject.name } } },
    orderBy: [{ projectId: 'asc' }, { position: 'asc' }],
    include: {
      item: true,
      stage: true,
      units: { orderBy: { position: 'asc' } },
      golds: true,
      suggestions: true,
      disagreements: { include: { comments: true } },
      assignments: true,
      annotations: { include: { labels: true } },
    },
  })
type Task = Awaited<ReturnType<typeof listTasks>>[number]
async function actorOfMara(): Promise<Actor> {
  const { id, name } = await prisma().user.findUniqueOrThrow({ where: { email: 'mara@assay.example' } })
  return { userId: id, name, isAdmin: true, via: 'session' }
}

const independent = (task: Task) =>
  task.annotations.filter((each) => each.round === 1 && each.state === 'submitted' && each.independent)

describe('seedDemo', () => {
  it('begins anew where it was cut short, and does nothing the second time', async () => {
    expect(first.seeded).toBe(true)
    expect(
      (await prisma().project.findMany({ where: { shadowOf: null }, orderBy: { name: 'asc' } })).map(
        ({ name }) => name,
      ),
    ).toEqual(
      [
        'Answers, taken apart',
        'Everyday knowledge, checked',
        'References, audited',
        'Responses, audited',
        'Second project',
        'Six weeks, simulated',
        ...papers.map(({ name }) => name),
      ].toSorted(),
    )
    const events = await prisma().event.count()
    expect(await seedDemo()).toEqual({ seeded: false, accounts: first.accounts })
    expect(await prisma().event.count()).toBe(events)
  })

  it('makes people with one published password, all marked as demo', async () => {
    const users = await prisma().user.findMany()
    expect(users.filter((user) => !user.demo)).toEqual([])
    expect(first.accounts.map(({ email }) => email).sort()).toEqual(
      users
        .filter(({ passwordHash }) => passwordHash)
        .map(({ email }) => email)
        .sort(),
    )
    const [mara] = first.accounts
    expect(mara?.role).toBe('administrator, manager')
    expect(mara?.password.length).toBeGreaterThanOrEqual(12)
    const stored = users.find((user) => user.email === mara?.email)?.passwordHash ?? ''
    expect(await verifyPassword(mara?.password ?? '', stored)).toBe(true)
  })

  it('names only accounts that the published password opens', async () => {
    const vic = { where: { email: 'vic@assay.example' } }
    const before = await prisma().user.findUniqueOrThrow(vic)
    await prisma().user.update({ ...vic, data: { passwordHash: await hashPassword('a password of my own') } })
    const ana = { where: { email: 'ana@assay.example' } }
    await prisma().user.update({ ...ana, data: { deactivatedAt: new Date() } })
    const names = (await seedDemo()).accounts.map(({ email }) => email)
    expect(first.accounts.map(({ email }) => email).filter((email) => !names.includes(email))).toEqual([
      'ana@assay.example',
      'vic@assay.example',
    ])
    await prisma().user.update({ ...vic, data: { passwordHash: before.passwordHash } })
    await prisma().user.update({ ...ana, data: { deactivatedAt: null } })
  })
})

describe('the items', () => {
  it('are at every stage, in every domain and script', async () => {
    const tasks = await listTasks()
    expect(tasks.length).toBeGreaterThanOrEqual(28)
    expect(new Set(tasks.map(({ state }) => state))).toEqual(new Set(taskStates))
    expect(new Set(tasks.map(({ item }) => item.domain))).toEqual(new Set(Object.keys(protocolById('felm').domains)))
    const text = tasks.map(({ item }) => contentOf(item.content as Json).response).join('\n')
    const scripts = [
      /\p{Script=Arabic}/u,
      /\p{Script=Hebrew}/u,
      /\p{Script=Han}/u,
      /\p{Script=Hiragana}/u,
      /```/,
      /https:/,
    ]
    for (const script of scripts) expect(text).toMatch(script)
  })

  it('have segments that make up the response', async () => {
    for (const { item, units } of await listTasks()) {
      const segments = units.filter(({ kind }) => kind === 'segment').map(({ text }) => text)
      expect([item.externalId, segments.length > 0]).toEqual([item.externalId, true])
      const { response } = contentOf(item.content as Json)
      expect([item.externalId, sameTextIgnoringSpace(segments.join(''), response)]).toEqual([item.externalId, true])
    }
  })

  it('fill every corner of the screens', async () => {
    const tasks = await listTasks()
    const some = (test: (task: Task) => boolean) => tasks.filter(test).length
    const shares = (task: Task, state: string) => task.assignments.some((share) => share.state === state)
    expect({
      untouched: some((task) => task.state === 'open' && task.assignments.length === 0) > 0,
      blind: some((task) => task.state === 'open' && shares(task, 'submitted') && shares(task, 'reserved')) > 0,
      skipped: some((task) => shares(task, 'skipped')) > 0,
      sentBack: some((task) => task.round === 2 && task.state === 'open') > 0,
      pairs: some((task) => task.batch !== null && shares(task, 'assigned')) > 0,
      suggestions: some((task) => task.state === 'open' && task.suggestions.length > 0) > 0,
      accepted: some((task) => task.annotations.some(({ labels }) => labels.some((label) => label.suggestionId))) > 0,
      discussed:
        some((task) => task.disagreements.some(({ comments }) => comments.some(({ reply }) => reply === 'object'))) > 0,
      disputed: ['label', 'errorType', 'action'].filter((question) =>
        tasks.some((task) => task.disagreements.some((each) => each.question === question)),
      ),
      golds: [...new Set(tasks.flatMap((task) => task.golds.map(({ origin }) => origin)))].sort(),
    }).toEqual({
      untouched: true,
      blind: true,
      skipped: true,
      sentBack: true,
      pairs: true,
      suggestions: true,
      accepted: true,
      discussed: true,
      disputed: ['label', 'errorType', 'action'],
      golds: ['consolidated', 'imported', 'single_rated'],
    })
  })

  it('give agreement enough to count', async () => {
    const revealed = (await listTasks()).filter(({ state }) => ['consolidating', 'approving', 'gold'].includes(state))
    expect(revealed.filter((task) => independent(task).length === 2).length).toBeGreaterThanOrEqual(12)
  })

  it('become the gold that the scenarios say', async () => {
    const right = new Map(files.flatMap(({ scenarios }) => scenarios.map((each) => [each.key, rightAnswers(each)])))
    const settled = (await listTasks()).filter(({ golds }) => golds.some(({ origin }) => origin === 'consolidated'))
    expect(settled.length).toBeGreaterThanOrEqual(10)
    for (const { golds, item } of settled) {
      const labels = Object.entries(right.get(item.externalId ?? '') ?? {})
      expect(golds[0]?.answers).toMatchObject(Object.fromEntries(labels))
    }
  })
})

describe('the documents taken apart', () => {
  const listDocumentTasks = () => listTasks('factcheck-bench')

  it('are eight or more, one of them long, one with a sentence of many claims', async () => {
    const first = (await listDocumentTasks()).filter(({ stage }) => stage.key === 'decompose')
    expect(first.length).toBeGreaterThanOrEqual(8)
    const sentences = first.map(({ units }) => units.filter(({ kind }) => kind === 'sentence').length)
    expect(Math.max(...sentences)).toBeGreaterThan(10)
    const proposed = first.flatMap(({ suggestions }) =>
      suggestions.map(({ value }) => (Array.isArray(value) ? value.length : 0)),
    )
    expect(Math.max(...proposed)).toBeGreaterThan(10)
  })

  it('have work in all three stages, begun, discussed and gold', async () => {
    const tasks = await listDocumentTasks()
    const at = (key: string) => new Set(tasks.filter(({ stage }) => stage.key === key).map(({ state }) => state))
    expect(at('decompose')).toEqual(new Set(['open', 'consolidating', 'gold']))
    expect(at('verify')).toEqual(new Set(['open', 'consolidating', 'gold']))
    expect(at('merge')).toEqual(new Set(['consolidating', 'gold']))
    const begun = tasks.filter(({ annotations }) => annotations.some(({ state }) => state === 'draft'))
    expect(new Set(begun.map(({ stage }) => stage.key))).toEqual(new Set(['decompose', 'verify']))
    const disputed = tasks.flatMap(({ disagreements }) => disagreements.map(({ question }) => question))
    expect(disputed).toEqual(expect.arrayContaining(['claims', 'stance', 'verdict', 'importance']))
  })

  it('come out as their authors meant them', async () => {
    const merged = (await listDocumentTasks()).filter(({ stage, state }) => stage.key === 'merge' && state === 'gold')
    expect(merged.length).toBeGreaterThan(0)
    for (const { golds, item } of merged) {
      const { document } = played.find((each) => each.document.key === item.externalId) ?? {}
      const corrected = (document?.sentences ?? [])
        .flatMap(({ claims = [] }) => claims)
        .filter(({ revised }) => revised)
      const answers = golds[0]?.answers as { item: { response: string } } | undefined
      const response = answers?.item.response ?? ''
      // Every number that a correction brings stands in the revised response.
      const figures = corrected.flatMap(({ revised }) => revised?.match(/\d+|twelfth|hours/g) ?? [])
      expect(figures.filter((figure) => !response.includes(figure))).toEqual([])
    }
  })
})

/** What the page Export says of every file, and what the file holds. */
it('the exports hold as many rows as their page counts', async () => {
  const mara = await actorOfMara()
  const projects = await prisma().project.findMany({ where: { shadowOf: null }, select: { id: true, name: true } })
  const suggested = await prisma().task.findMany({ where: { suggestions: { some: {} } }, distinct: ['projectId'] })
  const told: unknown[] = []
  const held: unknown[] = []
  for (const { id, name } of projects)
    for (const labels of suggested.some(({ projectId }) => projectId === id) ? labelChoices : (['all'] as const))
      for (const { key, count, from, fileName, rows: what } of (await listExports(mara, id, labels)).exports) {
        // Nobody counts the rows of tables before they are made, but where there is nothing to make them from.
        if (what === 'row') expect(count, `${name} ${key}`).toBe(from.count === 0 ? 0 : null)
        if (what === 'row') continue
        const text = await (await downloadExport(mara, id, key, labels)).text()
        const rows = (fileName.endsWith('.csv') ? csvRowCounter() : linesIn)(text)
        // Only where it would take long nobody counts.
        told.push([name, labels, key, from.count > MADE_TO_COUNT ? rows : count])
        held.push([name, labels, key, rows])
      }
  expect(told).toEqual(held)
  expect(held.length).toBeGreaterThan(100)
})

/** Releases of every project that has gold, as a manager makes them, with their files. */
describe('the releases', () => {
  /** Every other one is divided, in halves that keep items of a source together where they have several. */
  async function choiceFor(projectId: string, isDivided: boolean): Promise<SplitChoice | null> {
    const items = await prisma().item.findMany({
      where: { projectId, discardedAt: null, tasks: { some: { state: 'gold' } } },
      select: { shownSource: true },
    })
    if (!isDivided || items.length < 4) return null
    const sources = new Set(items.map(({ shownSource }) => shownSource))
    return splitChoiceSchema.parse({
      by: 'shares',
      shares: [
        { name: 'train', percent: 50 },
        { name: 'test', percent: 50 },
      ],
      group: sources.size > 3 && !sources.has(null) ? 'source' : null,
    })
  }

  const releaseOf = async (project: { id: string; name: string }, mara: Actor, isDivided: boolean) =>
    makeRelease(mara, project, await choiceFor(project.id, isDivided))

  it('say of every project what can be counted in their own files', async () => {
    const mara = await actorOfMara()
    const projects = await prisma().project.findMany({
      where: { shadowOf: null, tasks: { some: { state: 'gold' } } },
      orderBy: { name: 'asc' },
    })
    expect(projects.length).toBeGreaterThanOrEqual(9)
    const adjudicators: string[] = []
    const divided: string[] = []
    for (const [index, project] of projects.entries()) {
      const made = await prisma().release.findMany({ where: { projectId: project.id }, orderBy: { number: 'asc' } })
      for (const release of made.length > 0 ? made : [await releaseOf(project, mara, index % 2 === 0)]) {
        expect(release, project.name).toMatchObject({ state: 'ready', error: null })
        const files = new Map<string, string>()
        for (const { path } of await filesOf(release.id))
          files.set(path, await readStoredText(release.id, path, path.endsWith('.parquet') ? 'latin1' : 'utf8'))
        const card = frozenCardSchema.parse(release.card)
        const { manifest, texts } = await recountRelease(protocolById(project.protocolId), files, card)
        expect.soft(manifest, project.name).toEqual(JSON.parse(files.get('manifest.json') ?? ''))
        // The manifest’s keys stand in another order once it is read; it is compared as a value above.
        for (const { path, text } of texts.filter((each) => each.path !== 'manifest.json'))
          expect.soft(text, `${project.name}: ${path}`).toBe(files.get(path))
        const tables = await readTables(files)
        if (manifest.splits) divided.push(project.name)
        for (const { key, split, columns, parquet, csv, heading } of tables) {
          expect.soft(parquet, `${project.name}: ${key}, ${split}`).toEqual(csv)
          expect.soft(heading, `${project.name}: ${key}, ${split}`).toBe(columns.join(','))
        }
        const labelled = tables.flatMap(({ key, csv }) =>
          key === 'gold' ? csv.filter(({ label }) => label !== '').map(({ unit, label }) => [unit, label]) : [],
        )
        const asked = (files.get('inspect/samples.jsonl') ?? '')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
        // A set is no label that a model could answer with.
        if (inspectQuestion(protocolById(project.protocolId)))
          expect.soft(asked.map(({ id, target }) => [id, target]).toSorted(), project.name).toEqual(labelled.toSorted())
        expect.soft(files.has('inspect/task.py'), project.name).toBe(asked.length > 0)
        const readme = files.get('README.md') ?? ''
        expect.soft(readme.includes(ANNOTATORS_WORDS), project.name).toBe(manifest.agreement.length > 0)
        // Nobody worked blind at gold that came with a file.
        const isImported = manifest.stages.every(({ gold }) => gold.imported === gold.tasks)

        expect.soft(readme.includes('Annotators worked blind'), project.name).toBe(!isImported)
        expect.soft(readme.includes('All of this gold was imported'), project.name).toBe(isImported)
        for (const { reviewer, lanes } of manifest.adjudicators?.people ?? []) {
          adjudicators.push(reviewer)
          for (const { taken, decisions } of lanes)
            expect.soft(readme, project.name).toContain(`${taken} of ${decisions}: `)
        }
        const { told, rated, lines } = countLabels(files)
        expect.soft(told, project.name).toEqual(rated)
        for (const { unit, labels, ratings, annotators } of lines) {
          expect
            .soft(
              labels.reduce((sum, { count }) => sum + count, 0),
              `${project.name} ${unit}`,
            )
            .toBe(ratings)
          for (const { count, share } of labels) expect.soft(share).toBe(Number((count / ratings).toFixed(10)))
          expect.soft(annotators.length).toBeGreaterThanOrEqual(ratings)
        }
      }
    }
    expect(adjudicators.length).toBeGreaterThan(0)
    expect(divided.length).toBeGreaterThan(1)
  })
  // All of them by `npm run python`.
  const pythons = readyPythons().filter(({ name }) => name === 'newest' || process.env.ASSAY_PYTHON === 'all')
  const where =
    pythons.length > 0 ? pythons.map(({ name }) => name).join(', ') : 'skipped: npm run python makes what it needs'
  it.skipIf(pythons.length === 0)(
    `are read by Python with every value as it is in the database (${where})`,
    async () => {
      const root = await mkdtemp(path.join(tmpdir(), 'assay-releases-'))
      try {
        const releases = await prisma().release.findMany({ where: { state: 'ready' }, include: { project: true } })
        const folders = await writeReleases(root, releases)
        expect(folders.length).toBeGreaterThanOrEqual(9)
        for (const each of pythons) {
          const reading = await readWith(each, folders, 'Releases of the demo')
          expect(reading.releases, each.name).toBe(folders.length)
          expect(reading.values, each.name).toBeGreaterThan(10_000)
        }
      } finally {
        await rm(root, { recursive: true, force: true })
      }
    },
  )
})
