/** For tests of workbenches: a server that keeps what it is sent, and keys pressed where the focus is. */
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { ProtocolWorkbench } from '@/components/protocols/protocol-workbench'
import type { Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { protocolById, stageByKey } from '@/lib/protocols'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { testHost } from './hosts'
import { newId, testId } from './test-id'

const AT = '2030-01-01T00:00:00.000Z'

export interface SentAnswer {
  unit: string
  question: string
  value: Json
  expectedRevision: number
  origin: string
  suggestionId: string | null
}

/** A fresh workbench of a stage; `more` says what is not as usual. */
export function newWorkbench(
  protocolId: string,
  stageKey: string,
  content: Json,
  segments: readonly string[],
  more: Partial<WorkbenchData> = {},
): WorkbenchData {
  const units = stageByKey(protocolById(protocolId), stageKey).units(content, segments, {})
  return {
    userId: newId(),
    annotationId: newId(),
    taskId: newId(),
    projectId: testId(4),
    projectName: 'A project',
    protocolId,
    stageKey,
    round: 1,
    mode: 'editing',
    submittedAt: null,
    units,
    answers: [],
    suggestions: [],
    sentBack: null,
    guidelineVersion: 1,
    expiresAt: null,
    item: { position: 1, title: 'An item', externalId: null, domain: null, source: null, content },
    abilities: { annotate: true },
    ...more,
  }
}

/** Keeps what the workbench saves; `answers` are those it holds, by unit and question, without what was cleared. */
export class TestServer {
  readonly stored = new Map<string, WorkbenchData['answers'][number]>()
  readonly sent: SentAnswer[] = []
  submissions = 0
  isDown = false
  /** What other addresses answer: a value, or a whole response. */
  other: (request: { path: string; method: string; body: { [key: string]: Json } }) => unknown = () => ({})
  private readonly units: Set<string>

  constructor(private readonly bench: WorkbenchData) {
    this.units = new Set(bench.units.map(({ key }) => key))
    for (const answer of bench.answers) this.stored.set(`${answer.unit} ${answer.question}`, answer)
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => this.respond(path, init))
  }

  answers(): Answers {
    const answers: Answers = {}
    for (const { unit, question, value } of this.stored.values())
      if (value !== null) answers[unit] = { ...answers[unit], [question]: value }
    return answers
  }

  private respond(path: string, init: RequestInit): Response {
    if (this.isDown) throw new TypeError('Failed to fetch')
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    if (path.endsWith('/submit')) {
      this.submissions += 1
      return Response.json({ submittedAt: AT, held: null })
    }
    if (path.endsWith(`${this.bench.taskId}/annotation`))
      return Response.json({ ...this.bench, answers: [...this.stored.values()] })
    if (!path.endsWith('/answers')) {
      const answer = this.other({ path, method: init.method ?? 'GET', body })
      return answer instanceof Response ? answer : Response.json(answer)
    }
    const changes: SentAnswer[] = body.answers ?? [body]
    for (const { value } of changes) for (const { key } of entriesOf(value)) this.units.add(key)
    const outcomes = changes.map((change) => this.outcome(change))
    if (body.answers) return Response.json({ outcomes })
    const problem = { type: 'about:blank', title: '', status: 422, code: 'rule', detail: UNKNOWN }
    return outcomes[0]?.status === 'saved' ? Response.json(outcomes[0]) : Response.json(problem, { status: 422 })
  }

  /** Like the real one it refuses what is about a unit that nobody ever listed. */
  private outcome(change: SentAnswer) {
    const { unit, question, value, expectedRevision } = change
    if (!this.units.has(unit)) return { status: 'refused', unit, question, message: UNKNOWN }
    this.sent.push(change)
    const saved = { unit, question, value, revision: expectedRevision + 1, savedAt: AT }
    this.stored.set(`${unit} ${question}`, { ...saved, origin: 'chosen' })
    return { status: 'saved', ...saved }
  }
}
const UNKNOWN = 'There is no such question here.'

/** Draws the workbench as the page does. `engine`: the annotator's own search engine. */
export const drawBench = (initial: WorkbenchData, engine: string | null = null) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ProtocolWorkbench initial={initial} Host={testHost(initial.protocolId)} engine={engine} />
    </QueryClientProvider>,
  )

/** Presses keys where the focus is; `ctrl+` and `shift+` in front. */
export function press(...keys: string[]): void {
  for (const spelled of keys) {
    const key = spelled.replaceAll(/(ctrl|shift)\+/g, '')
    const shift = spelled.includes('shift+')
    fireEvent.keyDown(document.activeElement ?? document.body, {
      key: shift && key.length === 1 ? key.toUpperCase() : key,
      ctrlKey: spelled.includes('ctrl+'),
      shiftKey: shift,
    })
  }
}

/** Writes into the field that has the focus. */
export function write(text: string): void {
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement))
    throw new Error(`The focus is not in a field but on ${field?.outerHTML.slice(0, 80)}`)
  fireEvent.change(field, { target: { value: text } })
}

export const allSaved = () =>
  waitFor(() => {
    if (!document.querySelector('[data-save-state=saved]')) throw new Error('Something is not saved yet.')
  })
