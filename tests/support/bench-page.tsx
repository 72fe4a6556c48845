/** For tests: a stage's workbench on a page, with a server that keeps what it is sent. */

import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { hostOf } from '@/components/protocols/hosts'
import { ProtocolWorkbench } from '@/components/protocols/protocol-workbench'
import type { SavedAnswer, Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { countingAnswers, findings } from '@/lib/protocols/completeness'
import { factcheckBench } from '@/lib/protocols/factcheck-bench/factcheck-bench'
import type { Answers, Json, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { testId } from '@/tests/support/test-id'

interface Sent {
  unit: string
  question: string
  value: Json
  expectedRevision: number
  origin: string
  answers?: Sent[]
}

const Host = await hostOf(factcheckBench.id)

let serial = 0
let pressed = 0
let clock = 0

/** Keys pressed since the page was opened. */
export const pressedKeys = () => pressed

/** A page with a stage's workbench. `answers`: what was answered before, as the server has it. */
export function openPage(
  stage: Stage,
  content: Json,
  units: UnitDraft[],
  answers: Answers = {},
  mode: WorkbenchData['mode'] = 'editing',
) {
  serial += 1
  pressed = 0
  localStorage.clear()
  sessionStorage.clear()
  const stored = new Map<string, SavedAnswer & { origin: string }>()
  const requests: { unit: string; question: string; value: Json; origin: string }[][] = []
  const keep = ({ unit, question, value, expectedRevision, origin }: Sent) => {
    clock += 1000
    const savedAt = new Date(Date.UTC(2030, 0, 1) + clock).toISOString()
    const answer = { unit, question, value, revision: expectedRevision + 1, savedAt }
    stored.set(`${unit}/${question}`, { ...answer, origin })
    return answer
  }
  for (const [unit, values] of Object.entries(answers))
    for (const [question, value] of Object.entries(values))
      keep({ unit, question, value, expectedRevision: 0, origin: 'chosen' })
  const bench = (): WorkbenchData => ({
    userId: testId(1_000 + serial),
    annotationId: testId(2_000 + serial),
    taskId: testId(3_000 + serial),
    projectId: testId(4),
    projectName: 'Lighthouses',
    protocolId: factcheckBench.id,
    stageKey: stage.key,
    round: 1,
    mode,
    submittedAt: mode === 'editing' ? null : '2030-01-02T00:00:00.000Z',
    item: { position: 1, title: 'Lighthouses', externalId: null, domain: null, source: null, content },
    units,
    answers: [...stored.values()].map(({ origin: _, ...answer }) => ({ ...answer, origin: 'chosen' as const })),
    suggestions: [],
    sentBack: null,
    guidelineVersion: 1,
    expiresAt: null,
    abilities: { annotate: true },
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body: Sent = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    if (path.endsWith('/annotation')) return Response.json(bench())
    const changes = body.answers ?? [body]
    if (changes.some(({ unit }) => unit === undefined)) return Response.json({})
    requests.push(changes)
    const saved = changes.map(keep)
    return Response.json(body.answers ? { outcomes: saved.map((each) => ({ status: 'saved', ...each })) } : saved[0])
  })
  const draw = () =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ProtocolWorkbench initial={bench()} Host={Host} />
      </QueryClientProvider>,
    )
  let page = draw()
  const values = (): Answers => {
    const all: Answers = {}
    for (const { unit, question, value } of stored.values()) all[unit] = { ...all[unit], [question]: value }
    return all
  }
  return {
    /** Everything the server has, whether it counts or not. */
    values,
    origin: (unit: string, question: string) => stored.get(`${unit}/${question}`)?.origin,
    /** What would be exported. */
    counting: () => countingAnswers(stage, { content, units }, values()),
    missing: () => findings(stage, { content, units }, values()).map(({ unit, question }) => `${unit}/${question}`),
    requests,
    settled: () => waitFor(() => expect(document.querySelector('[data-save-state=saved]')).not.toBeNull()),
    /** Closes the page and comes back to it. */
    reload: () => {
      page.unmount()
      page = draw()
    },
  }
}

/** Presses keys where the focus is; `ctrl+` and `shift+` in front. */
export function press(...keys: string[]) {
  for (const spelled of keys) {
    pressed += 1
    const key = spelled.replace(/^(ctrl|shift)\+/, '')
    fireEvent.keyDown(document.activeElement ?? document.body, {
      key: spelled.startsWith('shift+') && key.length === 1 ? key.toUpperCase() : key,
      ctrlKey: spelled.startsWith('ctrl+'),
      shiftKey: spelled.startsWith('shift+'),
    })
  }
}

/** Writes into the field that has the focus, as if its text were replaced. */
export function write(text: string) {
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) throw new Error('No field is open.')
  act(() => void fireEvent.change(field, { target: { value: text } }))
}

/** Pastes a text into the field that has the focus; where the page leaves it to the browser, nothing happens here. */
export function paste(text: string) {
  const field = document.activeElement ?? document.body
  act(() => void fireEvent.paste(field, { clipboardData: { getData: () => text } }))
}

/** The unit that is open on the right. */
export const openUnit = () => document.querySelector('aside [aria-current=step][id^=unit-]')?.id.replace('unit-', '')

export const focused = () => document.activeElement?.id
