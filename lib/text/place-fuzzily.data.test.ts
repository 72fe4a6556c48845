import { expect, it } from 'vitest'
import { type DataFolder, recordsIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { placeFuzzily } from './place-fuzzily'
import { placeUnits } from './place-units'
import { textSimilarity } from './text-similarity'

const BENCHMARK = 'factcheckbench/factcheck-GPT-benchmark.jsonl'

interface Document {
  response: string
  sentences: Record<string, { text: string }>
}

function readDocuments(folder: DataFolder) {
  return recordsIn<Document>(folder, BENCHMARK).map(({ response, sentences }) => {
    return { response, units: Object.entries(sentences).map(([key, { text }]) => ({ key, text })) }
  })
}

describeData('published sentences', { files: [BENCHMARK] }, (folder) => {
  // The sentences of responses, some of which do not stand in their response word for word.
  const documents = readDocuments(folder)

  it('places what stands there word for word as placeUnits does', () => {
    const exact = documents.filter(({ response, units }) => placeUnits(response, units) !== null)
    expect(exact.length).toBeGreaterThan(0)
    for (const { response, units } of exact) {
      expect(placeFuzzily(response, units)).toEqual(placeUnits(response, units))
    }
  })

  it('places nearly all of the others too, each on a text like it', () => {
    const others = documents.filter(({ response, units }) => placeUnits(response, units) === null)
    const pieces = others.map(({ response, units }) => placeFuzzily(response, units))
    expect(pieces.map((each) => each.map(({ text }) => text).join(''))).toEqual(others.map(({ response }) => response))
    const placed = pieces.map((each) => each.filter(({ unit }) => unit !== null))
    const whole = others.filter(({ units }, index) => placed[index]?.length === units.length)
    console.info(`${documents.length - others.length} of ${documents.length} exactly, ${whole.length} more by words`)
    const wanted = others.flatMap(({ units }) => units).length
    expect(placed.flat().length).toBeGreaterThan(0.9 * wanted)
    const likeness = others.flatMap(({ units }, index) =>
      (placed[index] ?? []).map(({ unit, text }) =>
        textSimilarity(text, units.find(({ key }) => key === unit)?.text ?? ''),
      ),
    )
    expect(Math.min(...likeness)).toBeGreaterThanOrEqual(0.5)
  })
})
