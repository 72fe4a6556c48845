/** A desk's view in tests of waiting choices: two segments of FELM on which two lanes differ. */
import type { ConsolidationView, SettledValue } from '@/lib/adjudication/consolidation/contract'

export const taskId = '0197d000-0000-7000-8000-000000000001'
export const s1 = { unit: 's1', question: 'label' }
const lane = (id: string, label: boolean) => ({
  id,
  own: false,
  name: null,
  listed: [],
  answers: { s1: { label }, s2: { label } },
})
/** Who settled, unless a test says otherwise. */
const by = { kind: 'reviewer', lane: null, name: null } as const

/** The server's view, with these labels settled by another reviewer. */
export function viewOf(revision: number, labels: Record<string, boolean> = {}, reason = ''): ConsolidationView {
  const settled = Object.entries(labels).map(
    ([unit, value]): SettledValue => ({
      unit,
      question: 'label',
      value,
      how: 'lane',
      lane: value ? 'A' : 'B',
      by,
      reason,
      at: '2030-01-01T00:00:00.000Z',
    }),
  )
  const values = [
    { lane: 'A', value: true },
    { lane: 'B', value: false },
  ]
  const open = ['s1', 's2']
    .filter((unit) => labels[unit] === undefined)
    .map((unit) => ({ unit, question: 'label', kind: 'decide' as const, values }))
  const ids = { userId: taskId, taskId, itemId: taskId, projectId: taskId, projectName: 'P', protocolId: 'felm' }
  const can = { comment: true, reply: false, discuss: false, callThirdRater: false, adjudicate: true, approve: false }
  return {
    ...ids,
    stageKey: 'segments',
    state: 'consolidating',
    round: 1,
    revision,
    item: { position: 1, title: 't', externalId: null, domain: null, source: null, content: null },
    units: ['s1', 's2'].map((key) => ({ key, kind: 'segment', text: key })),
    lanes: [lane('A', true), lane('B', false)],
    settled,
    open,
    disagreements: [],
    comments: [],
    discussion: null,
    words: [],
    adjudicated: null,
    approved: null,
    abilities: { ...can, sendBack: true, discard: true },
  }
}
