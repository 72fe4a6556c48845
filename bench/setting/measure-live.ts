/**
 * How long after a submission through one web process its readers and those of the other are told, and how much of that
 * the database takes to tell both processes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  openWorkbenchEndpoint,
  saveAnswersEndpoint,
  submitAnnotationEndpoint,
} from '@/lib/annotation/annotations/contract'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { streamAgreementEndpoint } from '@/lib/quality/agreement/contract'
import { sessionFor } from '@/tests/actors'
import {
  answersWith,
  type MadeTask,
  makeAssignment,
  makeMember,
  makeProject,
  makeTask,
  makeUser,
} from '@/tests/factories'
import { insist, type Line } from './browser-line'
import type { Fleet } from './fleet'
import { LiveReader } from './live-reader'
import { quantile } from './times'

const SUBMISSIONS = 10
/** Readers are told every two seconds at the most. */
const BETWEEN_MS = 2_500

/** From the answer to the submission on, in milliseconds; it may be told before the answer is. */
interface Latencies {
  /** Until the database has told whoever listens. */
  database: number[]
  /** Until a reader of the process that was asked has heard it, and one of the other. */
  same: number[]
  other: number[]
}

export async function liveLatencies(
  { urls, postgres }: Pick<Fleet, 'urls' | 'postgres'>,
  submissions = SUBMISSIONS,
): Promise<Latencies> {
  const [asked = '', beside = ''] = urls
  const project = await makeProject({ name: 'Seas', stage: { raters: 1 } })
  const cookie = await sessionFor(await makeMember(project, 'manager', await makeUser()))
  const begin = performance.now()
  const ear = await Ear.open(postgres.url, project.id)
  const [same, other] = [asked, beside].map(
    (url) => new LiveReader(urlFor(streamAgreementEndpoint, { params: { projectId: project.id } }, url), cookie),
  ) as [LiveReader, LiveReader]
  const latencies: Latencies = { database: [], same: [], other: [] }
  try {
    for (const reader of [same, other])
      if ((await reader.next(begin)) === null) throw new Error('the stream does not begin')
    for (let turn = 0; turn < submissions; turn++) {
      await pause(BETWEEN_MS)
      const person = await makeMember(project, 'annotator')
      const task = await makeTask(project)
      await makeAssignment(task, person)
      const line = { url: asked, cookie: await sessionFor(person) }
      const annotationId = await answerAll(line, task)
      const before = performance.now()
      await insist(line, submitAnnotationEndpoint, { params: { taskId: task.id }, body: { annotationId } })
      const answered = performance.now()
      for (const [name, reader] of Object.entries({ same, other, database: ear })) {
        const waited = await reader.next(before)
        if (waited === null) throw new Error(`a submission through one web process was not told: ${name}`)
        latencies[name as keyof Latencies].push(Math.max(0, before + waited - answered))
      }
    }
  } finally {
    for (const reader of [same, other]) reader.leave()
    await ear.close()
  }
  return latencies
}

/** Everything but the submission; the annotation's id. */
async function answerAll(line: Line, { id: taskId }: MadeTask): Promise<string> {
  const params = { taskId }
  const { annotationId } = await insist(line, openWorkbenchEndpoint, { params })
  const answers = Object.entries(answersWith(true)).flatMap(([unit, values]) =>
    Object.entries(values).map(([question, value]) => ({
      unit,
      question,
      value,
      expectedRevision: 0,
      origin: 'chosen' as const,
    })),
  )
  const { outcomes } = await insist(line, saveAnswersEndpoint, { params, body: { annotationId, answers } })
  if (outcomes.some(({ status }) => status !== 'saved')) throw new Error('an answer was not taken')
  return annotationId
}

/** A connection that listens as the web processes do. */
class Ear {
  private readonly heard: number[] = []

  private constructor(private readonly client: pg.Client) {}

  static async open(url: string, projectId: string): Promise<Ear> {
    const ear = new Ear(new pg.Client({ connectionString: url }))
    ear.client.on('error', () => {})
    ear.client.on('notification', ({ payload }) => payload === projectId && ear.heard.push(performance.now()))
    await ear.client.connect()
    await ear.client.query('listen assay_projects')
    return ear
  }

  async next(since: number): Promise<number | null> {
    const at = this.heard.find((time) => time > since)
    return at === undefined ? null : at - since
  }

  close(): Promise<void> {
    return this.client.end()
  }
}

export async function measureLive(fleet: Pick<Fleet, 'urls' | 'postgres'>): Promise<string[]> {
  const { database, same, other } = await liveLatencies(fleet)
  const inWords = (times: number[]) =>
    `${quantile(times, 0.5).toFixed(0)} ms (median), ${quantile(times, 1).toFixed(0)} ms (longest)`
  return [
    `a submission through one web process is told by the other after ${inWords(other)},`,
    `  by itself after ${inWords(same)}; PostgreSQL tells both after ${inWords(database)}`,
  ]
}
