/**
 * What the requests of annotating cost, one kind after the other, one request at a time: statements to the database, the time until the
 * answer, processor time of the web process and of PostgreSQL, and in which code the web process spends its own. Processor time says more than the clock on
 * a machine with other work.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { say, withApp } from './setting/app'
import { withQueries } from './setting/asked-queries'
import { ProfiledProcess } from './setting/profiled-process'
import { quantile } from './setting/times'

const PEOPLE = Number(process.argv[2] ?? 200)
const WARM_UP = 40
const SEGMENTS = [
  'The Danube rises in the Black Forest.',
  'It flows through ten countries.',
  'It ends in the Black Sea.',
]
const CLOCK_TICK_MS = 10

interface Person {
  userId: string
  cookie: string
  taskId: string
  bench: Workbench | null
}

type Ask = (person: Person, method: string, address: string, body?: object) => Promise<unknown>

/** The kinds of request, in the order in which a person sends them. */
const acts = (
  projectId: string,
): { name: string; times: number; send(ask: Ask, person: Person, turn: number): Promise<void> }[] => [
  {
    name: 'next task',
    times: 1,
    send: async (ask, person) => {
      const { taskId } = (await ask(person, 'POST', `/api/projects/${projectId}/next-task`)) as { taskId: string }
      person.taskId = taskId
    },
  },
  {
    name: 'its workbench',
    times: 1,
    send: async (ask, person) => {
      person.bench = (await ask(person, 'POST', `/api/tasks/${person.taskId}/annotation`)) as Workbench
    },
  },
  {
    name: 'save',
    times: SEGMENTS.length + 1,
    send: async (ask, person, turn) => {
      const place =
        turn < SEGMENTS.length
          ? { unit: `s${turn + 1}`, question: 'label', value: true }
          : { unit: 'item', question: 'action', value: 'keep' }
      const body = { ...place, annotationId: person.bench?.annotationId, expectedRevision: 0, origin: 'chosen' }
      await ask(person, 'PATCH', `/api/tasks/${person.taskId}/answers`, body)
    },
  },
  {
    name: 'submit',
    times: 1,
    send: async (ask, person) => {
      await ask(person, 'POST', `/api/tasks/${person.taskId}/submit`, {
        annotationId: person.bench?.annotationId,
        hold: false,
      })
    },
  },
  {
    name: 'next task with its workbench',
    times: 1,
    send: async (ask, person) => void (await ask(person, 'POST', `/api/projects/${projectId}/next-task/annotation`)),
  },
]

async function makeWork(people: number) {
  const { makeMember, makeProject, makeTask } = await import('@/tests/factories')
  const { sessionFor } = await import('@/tests/actors')
  const project = await makeProject({ stage: { raters: 1 } })
  const made: Person[] = []
  while (made.length < people) {
    const person = await makeMember(project, 'annotator')
    for (const segments of [SEGMENTS, SEGMENTS]) await makeTask(project, { raters: 1, segments })
    made.push({ userId: person.id, cookie: await sessionFor(person), taskId: '', bench: null })
  }
  return { projectId: project.id, people: made }
}

/** Processor time of a cluster's processes so far, in ms (Linux). */
function processorMsOf(postmaster: number): number {
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? statOf(pid) : []))
  return (
    all.reduce((sum, { pid, parent, ticks }) => sum + (pid === postmaster || parent === postmaster ? ticks : 0), 0) *
    CLOCK_TICK_MS
  )
}

/** Its own processor time and that of its children that have ended, in ticks; none of a process that is gone. */
function statOf(pid: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(path.join('/proc', pid, 'stat'), 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
    return [{ pid: Number(pid), parent: fields[1] ?? 0, ticks: user + system + childUser + childSystem }]
  } catch {
    return []
  }
}

/** How many statements the product asks the database for one request of each kind, beginnings and ends of transactions among them. */
async function countStatements(): Promise<Map<string, number>> {
  await import('@/compose')
  const { actorOf } = await import('@/tests/actors')
  const { makeMember, makeProject, makeTask } = await import('@/tests/factories')
  const { nextTask } = await import('@/lib/annotation/assignments/next-task')
  const { openNextTask } = await import('@/lib/annotation/annotations/open-next-task')
  const { getWorkbench } = await import('@/lib/annotation/annotations/queries')
  const { saveKnownPlace } = await import('@/lib/annotation/annotations/save-known-place')
  const { submitAnnotation } = await import('@/lib/annotation/annotations/submit-annotation')
  const project = await makeProject({ stage: { raters: 1 } })
  const person = await makeMember(project, 'annotator')
  const actor = actorOf(person)
  const claim = { userId: person.id, sessionVersion: person.sessionVersion }
  const task = await makeTask(project, { raters: 1, segments: SEGMENTS })
  await makeTask(project, { raters: 1, segments: SEGMENTS })
  const counted = new Map<string, number>()
  const count = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { asked, result } = await withQueries(work)
    counted.set(name, asked.length)
    return result
  }
  await count('next task', () => nextTask(actor, project.id))
  const { annotationId } = await count('its workbench', () => getWorkbench(actor, task.id))
  const save = async (unit: string, question: string, value: string | boolean) => {
    const change = { annotationId, unit, question, value, expectedRevision: 0, origin: 'chosen' } as const
    if (!(await saveKnownPlace(claim, task.id, change))) throw new Error(`nothing was saved at ${unit} ${question}`)
  }
  for (const at of SEGMENTS.keys()) await count('save', () => save(`s${at + 1}`, 'label', true))
  await save('item', 'action', 'keep')
  await count('submit', () => submitAnnotation(actor, task.id, annotationId))
  await count('next task with its workbench', () => openNextTask(actor, project.id))
  return counted
}

/** One request; throws what the server answered where it refused. */
const asking =
  (url: string): Ask =>
  async ({ cookie }, method, address, body) => {
    const headers = { cookie, 'content-type': 'application/json', origin: url }
    const response = await fetch(url + address, { method, headers, body: body && JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }

const profiled = new ProfiledProcess()

await withApp(
  async (app) => {
    const ask = asking(app.url)
    const statements = await countStatements()
    const warmUp = await makeWork(WARM_UP)
    for (const { times, send } of acts(warmUp.projectId))
      for (const person of warmUp.people) for (let turn = 0; turn < times; turn++) await send(ask, person, turn)
    const { projectId, people } = await makeWork(PEOPLE)
    const { web, postmaster } = app.processes()
    for (const { name, times, send } of acts(projectId)) {
      const taken: number[] = []
      const databaseBefore = processorMsOf(postmaster)
      await profiled.begin(web)
      for (const person of people)
        for (let turn = 0; turn < times; turn++) {
          const start = performance.now()
          await send(ask, person, turn)
          taken.push(performance.now() - start)
        }
      const { processorMs, parts } = await profiled.end(web)
      const each = (ms: number) => `${(ms / taken.length).toFixed(1)} ms`
      say(
        `${name}: ${statements.get(name)} statements, median ${quantile(taken, 0.5).toFixed(1)} ms, p95 ${quantile(taken, 0.95).toFixed(1)} ms, ` +
          `processor: web process ${each(processorMs)}, PostgreSQL ${each(processorMsOf(postmaster) - databaseBefore)}`,
      )
      for (const [part, share] of parts) say(`  ${each(processorMs * share).padStart(8)}  ${part}`)
    }
  },
  { settings: profiled.settings },
)
