/** On published files: every line is read, and nothing of it is lost on the way out. */
import { expect, it } from 'vitest'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { filesIn, recordsIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { contentOf } from './content'
import { formats } from './formats'
import { exportFormats } from './formats/exports'
import { pipelineFormat } from './formats/pipeline'
import { machineLabelIn } from './mapping'
import { verifyStage } from './stage'

function piecesOf(line: JsonRecord) {
  const result = pipelineFormat.split?.(line)
  if (!result?.ok) throw new Error(JSON.stringify(result))
  return result
}

function readAny(record: Json) {
  const format = formats.find((each) => each.recognises(record))
  const result = format?.read(record)
  if (!format || !result?.ok) throw new Error(JSON.stringify(result))
  return { format, record: { ...result.record, content: contentOf(result.record.content) } }
}

/** The different claims of a line, counted by hand: texts in the lists that are not the words for none. */
function claimsOf(line: JsonRecord): Set<string> {
  // Older files of the pipeline name the same lists otherwise.
  const bySentence = line.claim_list ?? line.claim_lst_lst ?? line.fact_lst_lst
  const lists = Array.isArray(bySentence) ? bySentence.flat() : []
  return new Set(
    lists.flatMap((claim) => (typeof claim === 'string' && claim !== 'No verifiable claim.' ? [claim] : [])),
  )
}

function entriesIn(line: JsonRecord): JsonRecord[] {
  const entries = line.claim_verification_result ?? line.claim_verification_res
  return Array.isArray(entries) ? entries.filter(isJsonRecord) : []
}

const EXAMPLES = { within: 'veriscore', named: /^few_shot.*\.jsonl$/ }
const PIPELINE = { within: 'veriscore', named: /^(?!few_shot).*\.jsonl$/ }

describeData('the published files', { files: [EXAMPLES, PIPELINE] }, (folder) => {
  const linesOf = (file: string) => recordsIn(folder, `veriscore/${file}`)
  const [exampleFiles, pipelineFiles] = [filesIn(folder, EXAMPLES), filesIn(folder, PIPELINE)]

  it.each(pipelineFiles)('%s: every claim becomes an item, and what has none says so', (file) => {
    for (const line of linesOf(file)) {
      const { records, warnings } = piecesOf(line)
      expect(new Set(records.map((piece) => readAny(piece).record.content.claim))).toEqual(claimsOf(line))
      expect(records).toHaveLength(claimsOf(line).size)
      expect(warnings.length > 0).toBe(records.length === 0)
    }
  })

  it.each(pipelineFiles)('%s: a piece is written back as it is, and gold in it comes in again', (file) => {
    for (const piece of linesOf(file).flatMap((line) => [...piecesOf(line).records])) {
      const { record, format } = readAny(piece)
      const units = verifyStage.units(record.content, [], {})
      const gold = (answers: GoldRecord['stages'][string]['answers']): GoldRecord => ({
        source: piece,
        content: record.content,
        stages: { verify: { units, answers } },
      })
      expect(record.answers).toBeNull()
      expect(format.write?.(gold({}))).toEqual(piece)
      const answers = { item: { verdict: 'supported' }, ...(units[1] ? { r1: { stance: 'supports' } } : {}) }
      const again = readAny(format.write?.(gold(answers)) ?? null)
      expect(again.record.answers).toEqual({ verify: answers })
      expect(again.record.content).toEqual(record.content)
    }
  })

  it('results as listed and as written for the verifier are the same, and its labels are read', () => {
    const verified = pipelineFiles.flatMap(linesOf).filter((line) => entriesIn(line).length > 0)
    expect(verified).not.toEqual([])
    for (const line of verified) {
      const entries = entriesIn(line)
      const pieces = piecesOf(line).records.map((piece) => readAny(piece).record.content)
      expect(pieces.map(({ machineLabel }) => machineLabel)).toEqual(
        entries.map(({ verification_result: said }) => machineLabelIn(String(said))),
      )
      for (const [index, entry] of entries.entries()) {
        const alone = readAny({ claim: entry.claim ?? null, search_results: entry.search_results ?? null }).record
          .content
        expect(alone.results).toEqual(pieces[index]?.results)
      }
    }
  })

  it('few-shot examples go out as they came in, in both ways', () => {
    const examples = exportFormats.find(({ key }) => key === 'few-shot-examples')
    const lines = exampleFiles.flatMap(linesOf)
    expect(lines).not.toEqual([])
    for (const line of lines) {
      const { record, format } = readAny(line)
      const answers = record.answers?.verify ?? {}
      const units = verifyStage.units(record.content, [], {})
      const gold: GoldRecord = { source: line, content: record.content, stages: { verify: { units, answers } } }
      expect(format.key).toBe('few-shot')
      expect(record.warnings).toEqual([])
      expect(format.write?.(gold)).toEqual(line)
      expect(examples?.write(gold)).toEqual([line])
    }
  })
})
