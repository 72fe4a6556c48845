import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { placeFuzzily } from './place-fuzzily'
import { placeUnits } from './place-units'
import { textSimilarity } from './text-similarity'

// The published sentences of responses, some of which do not stand in their response word for word.
const folder = process.env.ASSAY_DATA_DIR

function readDocuments(from: string) {
  const file = readFileSync(path.join(from, 'factcheckbench', 'factcheck-GPT-benchmark.jsonl'), 'utf8')
  return file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { response, sentences } = JSON.parse(line) as {
        response: string
        sentences: Record<string, { text: string }>
      }
      return { response, units: Object.entries(sentences).map(([key, { text }]) => ({ key, text })) }
    })
}

const documents = folder ? readDocuments(folder) : []

describe.skipIf(!folder)('published sentences (set ASSAY_DATA_DIR to place)', () => {
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
