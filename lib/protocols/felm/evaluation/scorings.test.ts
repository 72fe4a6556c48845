import { describe, expect, it } from 'vitest'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import { segmentsStage } from '@/lib/protocols/felm/work'
import type { GoldRecord } from '@/lib/protocols/protocol'
import { felmEvaluations } from './index'

const [segments] = felmEvaluations
if (!segments) throw new Error('FELM scores nothing')

/** A response whose segments have these labels; null: not labelled yet. */
function goldOf(labels: readonly (boolean | null)[]): GoldRecord {
  const texts = labels.map((_, at) => `Segment ${at}.`)
  const content = {
    prompt: 'Why?',
    response: texts.join(' '),
    domain: 'wk',
    source: null,
    index: null,
    refContents: [],
  }
  const answers = Object.fromEntries(labels.map((label, at) => [`s${at + 1}`, { label }]))
  return {
    source: null,
    content,
    stages: { [segmentsStage.key]: { units: segmentsStage.units(content, texts, {}), answers } },
  }
}

async function reportOf(...responses: { gold: readonly (boolean | null)[]; labels: readonly (boolean | null)[] }[]) {
  const evaluation = startEvaluation(segments as NonNullable<typeof segments>, { abstentions: 'out' })
  responses.forEach(({ gold }, index) => {
    evaluation.addItem({ position: index + 1, externalId: null, gold: goldOf(gold) })
  })
  responses.forEach(({ labels }, index) => {
    evaluation.addLine({ system: 'it', item: `#${index + 1}`, labels: [...labels] }, index + 1, 'file')
  })
  const report = await evaluation.report({ resamples: 0 })
  const standing = (scoring: string) =>
    report.scorings.find(({ key }) => key === scoring)?.standings.find(({ system }) => system === 'it')
  const values = (scoring: string) =>
    Object.fromEntries(Object.entries(standing(scoring)?.figures ?? {}).map(([key, { value }]) => [key, value]))
  return { report, standing, values }
}

describe('detection of errors', () => {
  it('counts an error that was flagged as a hit', async () => {
    const { standing, values } = await reportOf(
      { gold: [false, true, true], labels: [false, false, true] },
      { gold: [true], labels: [true] },
      { gold: [], labels: [] },
    )
    // Rows: errors, correct; columns: flagged, not.
    expect(standing('segment')?.confusion).toEqual([
      [1, 0],
      [1, 2],
    ])
    expect(values('segment')).toMatchObject({ precision: 0.5, recall: 1 })
    expect(standing('response')?.confusion).toEqual([
      [1, 0],
      [0, 1],
    ])
    expect(values('response')).toMatchObject({ balancedAccuracy: 1 })
  })

  it.each([
    [[true], 'in order, 1 of them; the item has 2'],
    [[true, true, true], 'in order, 3 of them; the item has 2'],
  ])('refuses a line of labels for another number of segments: %j', async (labels, reason) => {
    const { report, values } = await reportOf({ gold: [true, true], labels })
    expect(report.missed.count).toBe(labels.length)
    expect(report.missed.listed[0]?.reason).toContain(reason)
    expect(values('segment')).toMatchObject({ f1: null, accuracy: null })
  })

  it('takes a line of labels where gold has left a segment open, and counts the others', async () => {
    const { report, standing } = await reportOf({ gold: [true, null, false], labels: [true, true, true] })
    expect(report.missed.listed.map(({ unit }) => unit)).toEqual(['s2'])
    expect(standing('segment')?.scored).toBe(2)
  })
})
