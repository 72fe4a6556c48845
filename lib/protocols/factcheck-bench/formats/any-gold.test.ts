import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersTo } from '@/lib/protocols/conformance-answers'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { linter } from '@/lib/protocols/factcheck-bench/lint'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { Answers, EarlierGold, GoldRecord, Json } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { exportFormats, formats } from '.'
import { goldOf } from './sample-documents'

const RUNS = 40

const passages = [
  { quote: 'A lake in Siberia.', url: 'https://example.org/a', query: null },
  { quote: 'A lake in Russia.', url: null, query: 'baikal' },
]
const claims = ['One reason.', 'Another.']
const content = {
  prompt: 'Where is it?',
  response: 'One. Two.',
  source: null,
  evidence: ['s1', 's2'].flatMap((sentence) => claims.map((claim) => ({ sentence, claim, passages }))),
}

/** Gold of all three stages, answered at random within what the questions allow, complete or not. */
const anyGold: fc.Arbitrary<GoldRecord> = [decomposeStage, verifyStage, mergeStage].reduce(
  (before: fc.Arbitrary<GoldRecord>, stage) =>
    before.chain((gold) => {
      const units = stage.units(content, ['One. ', 'Two.'], gold.stages)
      const filled = (answers: Answers): EarlierGold => ({ ...gold.stages, [stage.key]: { units, answers } })
      return answersTo(stage, { content, units }).map((answers) => ({ ...gold, stages: filled(answers) }))
    }),
  fc.constant({ source: { prompt: content.prompt, response: content.response }, content, stages: {} }),
)

const written = formats.flatMap(({ write, ...format }) => (write ? [{ ...format, write }] : []))

describe('any gold', () => {
  it('is written in every format as a record that this format, and no other, reads', () => {
    fc.assert(
      fc.property(anyGold, (gold) => {
        for (const { key, write } of written) {
          const record = write(gold)
          expect(JSON.parse(JSON.stringify(record))).toEqual(record)
          expect(formats.filter((format) => format.recognises(record)).map((format) => format.key)).toEqual([key])
          const result = formats.find((format) => format.key === key)?.read(record)
          expect(result?.ok, `${key} ${JSON.stringify(result)} ${JSON.stringify(record)}`).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('comes back as a benchmark record that is written the same again, with the same labels', () => {
    const benchmark = formats[0]
    fc.assert(
      fc.property(anyGold, (gold) => {
        const record: Json = benchmark.write?.(gold) ?? null
        const again = goldOf(record)
        expect(benchmark.write?.(again)).toEqual(record)
        const { response_factuality } = record as JsonRecord
        expect(benchmark.write?.({ ...again, source: {} })).toMatchObject({ response_factuality })
      }),
      { numRuns: RUNS },
    )
  })

  it('can be linted and exported', () => {
    const kinds = linter.kinds.map(({ key }) => key)
    fc.assert(
      fc.property(anyGold, (gold) => {
        expect(linter.check(gold).filter(({ kind }) => !kinds.includes(kind))).toEqual([])
        for (const each of exportFormats) expect(JSON.parse(JSON.stringify(each.write(gold)))).toEqual(each.write(gold))
      }),
      { numRuns: RUNS },
    )
  })
})
