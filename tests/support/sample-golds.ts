import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { readSample, segmentsOf } from '@/lib/protocols/conformance'
import { answersTo } from '@/lib/protocols/conformance-answers'
import { samples } from '@/lib/protocols/conformance-samples'
import type { Answers, EarlierGold, GoldRecord, Protocol } from '@/lib/protocols/protocol'

const GOLDS_OF_EACH = 100
const SEED = 1

/** Gold of all stages of a built-in protocol, answered at random within what the questions allow; the same golds whenever it is asked. */
export function sampleGolds(protocol: Protocol): GoldRecord[] {
  return (samples[protocol.id] ?? []).flatMap((source) => {
    const { read } = readSample(protocol, source)
    const { content } = read
    const golds = protocol.stages.reduce(
      (before: fc.Arbitrary<GoldRecord>, stage) =>
        before.chain((gold) => {
          const units = stage.units(content, segmentsOf(read), gold.stages)
          const filled = (answers: Answers): EarlierGold => ({ ...gold.stages, [stage.key]: { units, answers } })
          return answersTo(stage, { content, units }).map((answers) => ({ ...gold, stages: filled(answers) }))
        }),
      fc.constant({ source, content, stages: {} }),
    )
    return fc.sample(golds, { numRuns: GOLDS_OF_EACH, seed: SEED })
  })
}

/** A short text that is another for another value. */
export const printOf = (value: object): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
