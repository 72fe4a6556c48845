/** Published records under the example files of their sets: read, written as they were, and counted. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import type { Json } from '@/lib/protocols/answers'
import type { GoldRecord } from '@/lib/protocols/records'
import { describeData } from '@/tests/describe-data'
import { checkFile } from './check/check-file'
import { compileProtocol } from './compile/compile-protocol'
import { goldOf } from './run-tests'

/** The protocol of an example. */
function exampleProtocol(name: string) {
  const checked = checkFile(readFileSync(`docs/examples/protocols/${name}.yaml`, 'utf8'))
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return compileProtocol(checked.definition)
}

function linesOf(file: string): Json[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line.replaceAll(': NaN', ': null')))
}

/** Reads and writes every record; gives the gold of those with labels. */
function roundTrip(
  name: string,
  records: readonly Json[],
): { golds: GoldRecord[]; rollUps: { [key: string]: Json }[] } {
  const protocol = exampleProtocol(name)
  const [format] = protocol.formats
  const [stage] = protocol.stages
  const golds: GoldRecord[] = []
  const changed: string[] = []
  for (const record of records) {
    const read = format.read(record)
    if (!read.ok) throw new Error(`${JSON.stringify(read.problems)} ${JSON.stringify(record)}`)
    const gold = goldOf(protocol, record, read.record)
    const before = JSON.stringify(record)
    if (!format.recognises(record) || JSON.stringify(format.write?.(gold)) !== before) changed.push(before)
    if (gold.stages[stage.key]) golds.push(gold)
  }
  expect(changed).toEqual([])
  const rollUps = golds.flatMap(({ content, stages }) => {
    const settled = stages[stage.key]
    return settled ? [stage.rollUp({ content, units: settled.units }, settled.answers)] : []
  })
  return { golds, rollUps }
}

const filesIn = (folder: string) => readdirSync(folder).map((file) => path.join(folder, file))
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

const expertqa = 'next/expertqa/data/lfqa'
describeData('ExpertQA as a file', { files: [expertqa] }, (folder) => {
  it('goes round, and counts what is supported', () => {
    const records = filesIn(path.join(folder.path, expertqa))
      .filter((file) => file.endsWith('.jsonl'))
      .flatMap(linesOf)
    const { rollUps } = roundTrip('expert-answers', records)
    const text = records.map((record) => JSON.stringify(record)).join('\n')
    expect(rollUps.length).toBe(records.length)
    expect(sum(rollUps.map(({ supported }) => Number(supported)))).toBe(text.split('"support":"Complete"').length - 1)
  })
})

const attribution = 'next/attributionbench/data'
describeData('AttributionBench as a file', { files: [attribution] }, (folder) => {
  it('goes round, and counts claims without references', () => {
    const records = filesIn(path.join(folder.path, attribution))
      .filter((file) => file.endsWith('.jsonl'))
      .flatMap(linesOf)
    const { rollUps } = roundTrip('attribution', records)
    const empty = records.filter((record) => JSON.stringify(record).includes('"references":[]'))
    expect(rollUps.filter(({ withoutReferences }) => withoutReferences === true).length).toBe(empty.length)
    expect(rollUps.length).toBe(records.length)
  })
})

const factscore = 'next/factscore/labeled_data'
describeData('FActScore as a file', { files: [factscore] }, (folder) => {
  it('goes round, and counts facts', () => {
    const records = filesIn(path.join(folder.path, factscore))
      .filter((file) => file.endsWith('.jsonl'))
      .flatMap(linesOf)
    const { rollUps } = roundTrip('biography-facts', records)
    const supported =
      records
        .map((record) => JSON.stringify(record))
        .join('\n')
        .split('"label":"S"').length - 1
    const counted = rollUps.map(({ counts }) => (counts as { supported: { supported: number } }).supported.supported)
    expect(sum(counted)).toBe(supported)
  })
})

const STATISTICS = 'next/expected_stats.json'

/** How often each value of a set stands in gold. */
const countsOf = (rollUps: readonly { [key: string]: Json }[], question: string): Record<string, number> => {
  const totals: Record<string, number> = {}
  for (const { counts } of rollUps)
    for (const [value, count] of Object.entries((counts as Record<string, Record<string, number>>)[question] ?? {}))
      totals[value] = (totals[value] ?? 0) + count
  return totals
}

/** What stands in the gold of a file's records, added up. */
const totalOf = (rollUps: readonly { [key: string]: Json }[], name: string): number =>
  sum(rollUps.map((rollUp) => Number(rollUp[name])))

describeData('FActScore as a file in which annotators list the facts', { files: [factscore, STATISTICS] }, (folder) => {
  it('goes round, proposes what the machine listed, and counts and scores facts', () => {
    const { factscore: published } = JSON.parse(readFileSync(path.join(folder.path, STATISTICS), 'utf8'))
    const [format] = exampleProtocol('atomic-facts').formats
    for (const file of filesIn(path.join(folder.path, factscore)).filter((each) => each.endsWith('.jsonl'))) {
      const records = linesOf(file)
      const { rollUps } = roundTrip('atomic-facts', records)
      const stated = published[path.basename(file, '.jsonl')]
      const { supported, irrelevant, 'not-supported': contradicted } = countsOf(rollUps, 'support')
      expect({ S: supported, NS: contradicted, IR: irrelevant }).toEqual(stated.labels)
      expect(totalOf(rollUps, 'factCount')).toBe(stated.human_facts)
      expect(countsOf(rollUps, 'relevant').false).toBe(stated.irrelevant_sentences)
      const scores = rollUps.flatMap(({ score }) => (typeof score === 'number' ? [score] : []))
      expect(sum(scores) / scores.length).toBeCloseTo(stated.factscore_without_irrelevant, 6)
      const proposed = records.flatMap((record) => {
        const read = format.read(record)
        return read.ok ? (read.record.suggestions ?? []) : []
      })
      expect(sum(proposed.map(({ value }) => (Array.isArray(value) ? value.length : 0)))).toBe(stated.model_facts)
    }
  })
})

const tofueval = 'next/tofueval/factual_consistency'
describeData('TofuEval as a file', { files: [tofueval, STATISTICS] }, (folder) => {
  it('goes round by summaries, sets in the order in which they stand, and counts kinds of error', async () => {
    const { rows } = exampleProtocol('summary-sentences').formats[0]
    const records: Json[] = []
    for (const file of filesIn(path.join(folder.path, tofueval)))
      for await (const entry of readRecords(createReadStream(file), { rows })) {
        if (!entry.ok || entry.problems) throw new Error(JSON.stringify(entry))
        records.push(entry.value)
      }
    const { golds, rollUps } = roundTrip('summary-sentences', records)
    const sentences = golds.flatMap(({ stages }) => Object.values(stages.judge?.answers ?? {}))
    const counted = rollUps.map(({ counts }) => (counts as { consistent: { false: number } }).consistent.false)
    const { tofueval: published } = JSON.parse(readFileSync(path.join(folder.path, STATISTICS), 'utf8'))
    expect(countsOf(rollUps, 'types')).toEqual(published.types)
    const of = (key: 'summaries' | 'sentences' | 'no') =>
      sum(Object.values(published.files).map((file) => (file as Record<string, number>)[key] ?? 0))
    expect(records).toHaveLength(of('summaries'))
    expect(sentences).toHaveLength(of('sentences'))
    expect(sum(counted)).toBe(of('no'))
    const wrong =
      published.mediasum_all_models.summaries_with_an_inconsistent_sentence +
      published.meetingbank_all_models.summaries_with_an_inconsistent_sentence
    expect(rollUps.filter(({ label }) => (label as { all: boolean }).all === false)).toHaveLength(wrong)
    const sets = sentences.flatMap(({ types = null }) => (Array.isArray(types) ? [types] : []))
    expect(sets.filter((types) => types.length > 1)).toHaveLength(published.sentences_with_several_types)
  })
})

const alce = 'next/alce/human_eval/human_eval_utility_completed.json'
describeData('ALCE as a file', { files: [alce, STATISTICS] }, (folder) => {
  it('goes round by answers, and counts scores by system', async () => {
    const { each } = exampleProtocol('answer-utility').formats[0]
    const records: { [key: string]: Json }[] = []
    for await (const entry of readRecords(createReadStream(path.join(folder.path, alce)), { each })) {
      if (!entry.ok) throw new Error(JSON.stringify(entry))
      records.push(entry.value)
    }
    const { golds } = roundTrip('answer-utility', records)
    const { alce: published } = JSON.parse(readFileSync(path.join(folder.path, STATISTICS), 'utf8'))
    const systems = Object.values(published).flatMap((set) =>
      Object.entries(set as Record<string, { answers: number; scores: object }>),
    )
    for (const [system, { answers, scores }] of systems) {
      const own = golds.filter(({ source }) => (source as { system: Json }).system === system)
      const given = own.map(({ stages }) => String(stages.rate?.answers.item?.utility))
      expect(own).toHaveLength(answers)
      expect(
        Object.fromEntries(Object.keys(scores).map((score) => [score, given.filter((each) => each === score).length])),
      ).toEqual(scores)
    }
    expect(systems).toHaveLength(8)
  })
})

const averitec = 'next/averitec/data/dev.json'
describeData('AVeriTeC as a file', { files: [averitec, STATISTICS] }, (folder) => {
  it('goes round, and counts verdicts and kinds of claims', () => {
    const records: Json[] = JSON.parse(readFileSync(path.join(folder.path, averitec), 'utf8'))
    const { rollUps } = roundTrip('claim-verdict', records)
    const refuted = records.filter((record) => JSON.stringify(record).includes('"label":"Refuted"'))
    const counted = rollUps.map(({ counts }) => (counts as { verdict: { Refuted: number } }).verdict.Refuted)
    expect(sum(counted)).toBe(refuted.length)
    const { averitec: published } = JSON.parse(readFileSync(path.join(folder.path, STATISTICS), 'utf8'))
    const given = Object.entries(countsOf(rollUps, 'kinds')).filter(([, count]) => count > 0)
    expect(Object.fromEntries(given)).toEqual(published.claim_types)
  })
})

describeData(
  'AVeriTeC as a file with questions and answers, a list in a list',
  { files: [averitec, STATISTICS] },
  (folder) => {
    it('goes round, and counts questions, answers and how these are answers', () => {
      const records: Json[] = JSON.parse(readFileSync(path.join(folder.path, averitec), 'utf8'))
      const { averitec: published } = JSON.parse(readFileSync(path.join(folder.path, STATISTICS), 'utf8'))
      const { golds, rollUps } = roundTrip('claim-questions', records)
      expect(golds).toHaveLength(published.claims)
      expect(totalOf(rollUps, 'questionCount')).toBe(published.questions)
      expect(totalOf(rollUps, 'answerCount')).toBe(published.answers)
      expect(countsOf(rollUps, 'kind')).toEqual(published.answer_type)
      const { '': without, ...media } = published.source_medium
      expect(without).toBe(published.answer_type.Unanswerable)
      const given = Object.entries(countsOf(rollUps, 'medium')).filter(([, count]) => count > 0)
      expect(Object.fromEntries(given)).toEqual(media)
    })
  },
)

const felm = 'felm/felm_all.jsonl'
describeData('FELM as a file', { files: [felm] }, (folder) => {
  it('goes round, and counts segments that are false', () => {
    const records = linesOf(path.join(folder.path, felm))
    const { rollUps } = roundTrip('felm-in-medicine', records)
    const labels = records.flatMap((record) => (record as { labels: boolean[] }).labels)
    expect(sum(rollUps.map(({ wrongSegments }) => Number(wrongSegments)))).toBe(labels.filter((label) => !label).length)
  })
})
