/** Partners at a desk, for tests of the page: two sentences of Factcheck-Bench, each partner's answers, keys pressed. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { DeskWithSearches } from '@/components/automation/evidence/desk-with-searches'
import type { ConsolidationView as View, WordView } from '@/lib/adjudication/consolidation/contract'
import { consolidationKeys } from '@/lib/adjudication/consolidation/hooks'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { protocolById, stageByKey } from '@/lib/protocols'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { consolidate } from '@/lib/protocols/consolidation'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Subject } from '@/lib/protocols/protocol'

export const ID = '0193a0a0-0000-7000-8000-000000000001'
export const RISES = 'The Rhine rises in Austria.'
export const NORTH = 'The Rhine flows north.'
const SENTENCES = ['The Rhine rises in Austria and flows north. ', 'I like it.']
const content = { prompt: 'Where does it rise?', response: SENTENCES.join(''), source: null, evidence: [] }
export const stage = stageByKey(protocolById('factcheck-bench'), 'decompose')
const prepared: Subject = { content, units: stage.units(content, SENTENCES, {}) }

interface Sent {
  method: string
  path: string
  body: { [key: string]: Json }
}
/** What went to the server. */
export const sent: Sent[] = []

const wordsFor = (key: string, value: string) =>
  stage.questions
    .find((each) => each.unit === 'claim' && each.key === key)
    ?.options?.find((each) => each.value === value)?.text
/** What is said about each claim, as a list shows it. */
export const ABOUT = `Type: ${wordsFor('type', 'factual')} · Importance: ${wordsFor('importance', 'yes')}`

/** A lane that lists these claims on the first sentence. */
export function laneOf(id: string, claims: Record<string, string>, more: Answers = {}) {
  const answers: Answers = {
    s1: {
      checkworthy: 'yes',
      importance: 'yes',
      claims: Object.keys(claims).map((key): Json => ({ key, made: 'added', from: [] })),
      ...more.s1,
    },
    s2: { checkworthy: 'opinion', importance: 'no', ...more.s2 },
    ...Object.fromEntries(
      Object.entries(claims).map(([key, text]) => [key, { text, type: 'factual', importance: 'yes' }]),
    ),
  }
  const listed = Object.entries(claims).map(([key, text]) => ({ unit: 's1', question: 'claims', key, text }))
  return { id, own: id === 'A', name: null, answers, listed }
}

/** The view of Ada, whose lane is A. */
export function viewOf(
  lanes: ReturnType<typeof laneOf>[],
  given: { words?: WordView[]; resolved?: Answers } = {},
): View {
  const { words = [], resolved = {} } = given
  const answers = new Map(alignLanes(stage, prepared, lanes, resolved).map((lane) => [lane.id, lane.answers]))
  const aligned = lanes.map((lane) => ({ ...lane, answers: answers.get(lane.id) ?? {} }))
  const outcome = consolidate(stage, prepared, aligned, resolved)
  const nobody = { kind: 'agreement', lane: null, name: null } as const
  return {
    userId: ID,
    taskId: ID,
    itemId: ID,
    projectId: ID,
    projectName: 'Rivers',
    protocolId: 'factcheck-bench',
    stageKey: 'decompose',
    state: 'consolidating',
    round: 1,
    revision: 1,
    item: { position: 1, title: 'Rhine', externalId: null, domain: null, source: null, content },
    units: [...withMadeUnits(stage, prepared, outcome.answers).units],
    lanes: aligned,
    settled: outcome.settled.map((each) => ({
      ...each,
      how: each.how === 'resolved' ? 'discussed' : 'agreed',
      by: nobody,
      at: null,
      reason: '',
    })),
    open: outcome.open,
    disagreements: [],
    comments: [],
    discussion: { thirdRater: 'deadlock', calledAt: null },
    words,
    adjudicated: null,
    approved: null,
    abilities: {
      comment: true,
      reply: false,
      discuss: true,
      callThirdRater: true,
      adjudicate: false,
      approve: false,
      sendBack: false,
      discard: false,
    },
  }
}

let client: ReturnType<typeof createQueryClient>
/** The page hears of what others said. */
export const news = (view: View) => act(async () => void client.setQueryData(consolidationKeys.one(ID), view))

/** What the server answers from now on, whatever is asked; every change that is asked of it is kept in `sent`. */
export function stubAnswers(viewNow: () => View): void {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method !== 'GET')
      sent.push({
        method: init.method ?? '',
        path: path.replace(`/api/tasks/${ID}`, ''),
        body: JSON.parse(String(init.body)),
      })
    return Response.json(viewNow())
  })
}

export function show(view: View) {
  client = createQueryClient()
  stubAnswers(() => view)
  return render(
    <QueryClientProvider client={client}>
      <DeskWithSearches initialData={view} />
    </QueryClientProvider>,
  )
}

/** Presses keys where the focus is; `ctrl+` and `shift+` in front. */
export async function press(...keys: string[]) {
  for (const spelled of keys) {
    const key = spelled.replace(/^(ctrl|shift)\+/, '')
    const event = { key, ctrlKey: spelled.startsWith('ctrl+'), shiftKey: spelled.startsWith('shift+') }
    await act(async () => {
      fireEvent.keyDown(document.activeElement ?? document.body, event)
    })
  }
}
export const heading = () => screen.getByRole('heading', { level: 2, name: /: / }).textContent
