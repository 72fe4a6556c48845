/** The published files come in and go out as they are, without cues on screen, and with the figures counted elsewhere. */
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { type DataFolder, expectedIn, factorFiles, filesIn, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { contentOf } from './content'
import { formats } from './formats'
import { readRow } from './formats/row'
import { writeAnswersRecord, writeRow, writeTextRow } from './formats/write'
import { VALIDATE } from './roll-up'
import { setFigures } from './set-figures'
import { exampleOf, exampleUnits } from './units'

const filesOf = (folder: DataFolder) => filesIn(folder, factorFiles)

function rowsOf(folder: DataFolder, name: string): JsonRecord[] {
  const text = textIn(folder, `factor/${name}`)
  const [heading = [], ...rows]: string[][] = parse(text, { relax_column_count: false })
  return rows.map((row) => Object.fromEntries(heading.map((column, index) => [column, row[index] ?? ''])))
}

function goldOf(source: JsonRecord) {
  const read = readRow(source)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { content } = read.record
  return { source, content, stages: { [VALIDATE]: { units: exampleUnits(content), answers: {} } } }
}

/** What could tell true completions from contradictions by their writing alone. */
const CUES: readonly RegExp[] = [/\s[.,;:!?)]/u, /\s{2}/u, /^\s|\s$/u, /[^.!?"”’')]$/u, /\n/u, /[“”’‘]/u, /\.\.\.|…/u]

/** Shares that differ by no more tell nobody anything. */
const MOST_APART = 0.02

const holds = (texts: readonly string[], cue: RegExp) => texts.filter((text) => cue.test(text)).length / texts.length

interface ExpectedFactor {
  rows: number
  contradictions: number
  word_edit_distance_mean: number
  word_edit_distance_sd_population: number
}

describeData('published FACTOR files', { files: [factorFiles], expected: ['factor'] }, (folder) => {
  describe.each(filesOf(folder))('%s', (name) => {
    const rows = rowsOf(folder, name)

    it('is read without a problem, by the format of its own', () => {
      for (const row of rows) {
        expect(formats.find((format) => format.recognises(row))?.key).toBe('factor-csv')
        const read = readRow(row)
        expect(read.ok && read.record.warnings).toEqual([])
      }
    })

    it('is written as it is, as texts and as JSON', () => {
      for (const row of rows) {
        expect(writeTextRow(goldOf(row))).toEqual(row)
        expect(Object.keys(writeTextRow(goldOf(row)))).toEqual(Object.keys(row))
        expect(writeRow(goldOf(row))).toEqual(row)
      }
    })

    it('comes back from Assay’s own record with every column', () => {
      const answersFormat = formats.find(({ key }) => key === 'factor-answers')
      for (const row of rows) {
        const record = writeAnswersRecord(goldOf(row))
        const read = answersFormat?.recognises(record) ? answersFormat.read(record) : null
        if (!read?.ok) throw new Error('Assay’s record is not read again')
        const { content, externalId } = read.record
        const given = readRow(row)
        expect(externalId).toBe(given.ok && given.record.externalId)
        expect(exampleOf(content)).toEqual(exampleOf(goldOf(row).content))
        const gold = { source: record, content, stages: { [VALIDATE]: { units: exampleUnits(content), answers: {} } } }
        expect(writeTextRow(gold)).toEqual(row)
        expect(Object.keys(writeTextRow(gold))).toEqual(Object.keys(row))
      }
    })

    it('shows no cue by which the true completions could be told', () => {
      const units = rows.map((row) => exampleUnits(goldOf(row).content))
      const shown = {
        completions: units.flatMap((all) => all.slice(0, 1)).map(({ text }) => text),
        contradictions: units.flatMap((all) => all.slice(1)).map(({ text }) => text),
      }
      for (const cue of CUES) {
        const apart = Math.abs(holds(shown.completions, cue) - holds(shown.contradictions, cue))
        expect(apart, String(cue)).toBeLessThan(MOST_APART)
      }
    })

    it('has the edit distances that were counted independently', ({ skip }) => {
      const expected = expectedIn<Record<string, ExpectedFactor>>(folder, 'factor')[path.parse(name).name]
      if (!expected) return skip('nothing was counted of this file')
      const [figures, ...others] = setFigures(rows, path.parse(name).name)
      expect(others).toEqual([])
      expect(figures).toMatchObject({ examples: expected.rows, contradictions: expected.contradictions })
      expect(figures?.editDistance.mean).toBeCloseTo(expected.word_edit_distance_mean, 4)
      expect(figures?.editDistance.deviation).toBeCloseTo(expected.word_edit_distance_sd_population, 4)
    })
  })
})

describeData('the expert file', { files: ['factor/expert_factor.csv'] }, (folder) => {
  it('needs the published cue to be taken out', () => {
    const rows = filesOf(folder)
      .filter((name) => name.startsWith('expert'))
      .flatMap((name) => rowsOf(folder, name))
    const contents = rows.map((row) => contentOf(goldOf(row).content))
    const cue = / \.$/u
    const completions = contents.flatMap(({ completion }) => completion ?? [])
    const contradictions = contents.flatMap((content) => content.contradictions.map(({ text }) => text))
    expect(holds(completions, cue) - holds(contradictions, cue)).toBeGreaterThan(MOST_APART)
  })
})
