/** Figures of published files through the command line, beside a recomputation of a few lines and the stated ones. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { evaluationReportSchema } from '@/lib/gold/evaluation/scoring/report-schema'
import { type DataFolder, expectedIn, factorFiles, filesIn, recordsIn, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { runProgram } from './program'

const RATINGS = 'prefill/ratings_5raters.jsonl'
const FELM = 'felm/felm_all.jsonl'
const BENCHMARK = 'factcheckbench/factcheck-GPT-benchmark.jsonl'
const FACTUALITY = 'factcheckbench/subtask4_claim_factuality.jsonl'
const SAMPLE = 'veriscore/data_sample.jsonl'

async function said(...args: string[]): Promise<string> {
  let [out, err] = ['', '']
  const code = await runProgram(
    [...args, '--json'],
    {},
    {
      out: { write: (text) => (out += text) },
      err: { write: (text) => (err += text) },
    },
  )
  expect({ code, err: err.replaceAll(/No record carries labels.*\n/g, '') }).toEqual({ code: 0, err: '' })
  return out
}

/** The figures of a system, all together and by stratum. */
async function evaluated(args: readonly string[], scoring: string) {
  const report = evaluationReportSchema.parse(JSON.parse(await said('evaluate', ...args)))
  const found = report.scorings.find(({ key }) => key === scoring)
  const standing = (system: string) => found?.standings.find((each) => each.system === system)
  const value = (system: string, figure: string, stratum?: string) => {
    const own = standing(system)
    const figures = stratum === undefined ? own?.figures : own?.strata.find((each) => each.value === stratum)?.figures
    return figures?.[figure]?.value
  }
  return { report, standing, value }
}

interface Cells {
  tp: number
  fp: number
  fn: number
  tn: number
}
const detection = ({ tp, fp, fn, tn }: Cells) => ({
  precision: tp / (tp + fp),
  recall: tp / (tp + fn),
  f1: (2 * tp) / (2 * tp + fp + fn),
  balancedAccuracy: (tp / (tp + fn) + tn / (tn + fp)) / 2,
})
/** Positive is the error: false. */
const cellsOf = (pairs: readonly (readonly [boolean, boolean])[]): Cells => {
  const count = (gold: boolean, said: boolean) => pairs.filter(([g, s]) => g === gold && s === said).length
  return { tp: count(false, false), fp: count(true, false), fn: count(false, true), tn: count(true, true) }
}

const cells = z.object({ n: z.number(), tp: z.number(), fp: z.number(), fn: z.number(), tn: z.number() })
const stated = z.object({ precision: z.number(), recall: z.number(), f1: z.number(), balanced_accuracy: z.number() })

/** What the stated figures are, by the key under which they stand. */
const statedSchemas = {
  factcheckbench: z.object({
    claim_checkworthiness: z.record(z.string(), z.number()),
    baseline_always_checkworthy: z.object({ sentence_acc: z.number(), claim_acc: z.number() }),
    false_docs_norm_edit_distance: z.number(),
    false_docs_word_overlap: z.number(),
  }),
  felm: z.record(
    z.string(),
    z.object({ segments: z.number(), negative: z.number(), error_responses: z.number(), samples: z.number() }),
  ),
  factor: z.record(
    z.string(),
    z.object({ word_edit_distance_mean: z.number(), word_edit_distance_sd_population: z.number() }),
  ),
  veriscore_sample: z.object({ f1_at_median_k: z.number(), f1_at_k_11: z.number() }),
  verification_error_positive: z.record(z.string(), z.record(z.string(), cells.extend(stated.shape))),
}
type Stated = { [Key in keyof typeof statedSchemas]: z.infer<(typeof statedSchemas)[Key]> }

const DETECTION = 'verification_error_positive'

/** The stated figures of a folder under a key. */
const figuresIn = <Key extends keyof Stated>(folder: DataFolder, key: Key): Stated[Key] =>
  statedSchemas[key].parse(expectedIn(folder, key)) as Stated[Key]

const placeIn = (folder: DataFolder, place: string): string => path.join(folder.path, place)

const NONE = ['--resamples', '0']

describeData('published machine outputs', { files: [RATINGS], expected: [DETECTION] }, (folder) => {
  it('gives the machine outputs’ figures, all and of FELM-WK', async () => {
    const file = placeIn(folder, RATINGS)
    const { value } = await evaluated(
      ['--protocol', 'felm', '--task', 'ratings', '--predictions', file, ...NONE],
      'segment',
    )
    const rows = recordsIn(folder, RATINGS)
    for (const [set, systems] of Object.entries(figuresIn(folder, DETECTION))) {
      for (const [system, published] of Object.entries(systems)) {
        const pairs = rows
          .filter((row) => (set === 'all' || row.source === set) && typeof row[system] === 'boolean')
          .map((row) => [row.gold === true, row[system] === true] as const)
        const own = cellsOf(pairs)
        expect({ ...own, n: pairs.length }).toEqual(cells.parse(published))
        for (const [key, figure] of Object.entries(detection(own))) {
          const got = value(system, key, set === 'all' ? undefined : set)
          expect(got).toBeCloseTo(figure, 12)
          const field = key === 'balancedAccuracy' ? 'balanced_accuracy' : key
          expect(got).toBeCloseTo(z.record(z.string(), z.number()).parse(published)[field] ?? Number.NaN, 6)
        }
      }
    }
  })
})

describeData(
  'published machine outputs beside their gold',
  { files: [RATINGS, FELM], expected: [DETECTION] },
  (folder) => {
    it('gives the same where FELM’s own file is the gold and segments are told by their text', async () => {
      const args = ['--protocol', 'felm', '--task', 'segments', '--gold', placeIn(folder, FELM)]
      const files = ['--predictions', placeIn(folder, RATINGS), ...NONE]
      const { value, report } = await evaluated([...args, ...files], 'segment')
      for (const [system, published] of Object.entries(figuresIn(folder, DETECTION)['felm-wk'] ?? {})) {
        expect(value(system, 'f1', 'wk')).toBeCloseTo(published.f1, 6)
        expect(value(system, 'balancedAccuracy', 'wk')).toBeCloseTo(published.balanced_accuracy, 6)
      }
      // The claims of another set have no place in this gold.
      const others = recordsIn(folder, RATINGS).filter(({ source }) => source !== 'felm-wk').length
      expect(report.missed.count).toBe(others * 4)
    })
  },
)

describeData('the published benchmark', { files: [BENCHMARK, FACTUALITY], expected: ['factcheckbench'] }, (folder) => {
  it('gives the rows of Factcheck-Bench that need no system', async () => {
    const gold = placeIn(folder, BENCHMARK)
    const task = (key: string, scoring: string, ...more: string[]) =>
      evaluated(['--protocol', 'factcheck-bench', '--task', key, '--gold', gold, ...NONE, ...more], scoring)
    const base = figuresIn(folder, 'factcheckbench')
    const sentences = await task('sentences', 'checkworthy')
    expect(sentences.value('Always check-worthy', 'accuracy')).toBeCloseTo(
      base.baseline_always_checkworthy.sentence_acc,
      6,
    )
    expect(sentences.value('Always check-worthy', 'macroRecall')).toBe(0.5)
    const claims = await task('claims', 'types')
    expect(claims.value('Always factual', 'accuracy')).toBeCloseTo(base.baseline_always_checkworthy.claim_acc, 6)
    const beside = claims.report.scorings[0]?.published
    expect(beside).toMatchObject({ source: 'Factcheck-Bench, Table 3', targets: 678 })
    expect(beside?.figures.find(({ figure }) => figure === 'macroF1')).toMatchObject({
      system: 'Always factual',
      printed: '.329',
      recomputed: 0.3291,
      here: { value: claims.value('Always factual', 'macroF1') },
    })
    expect(claims.value('Always factual', 'macroRecall')).toBeCloseTo(
      1 / Object.keys(base.claim_checkworthiness).length,
      12,
    )

    const labels = recordsIn(folder, FACTUALITY).map(({ label }) => label)
    const count = (label: string) => labels.filter((each) => each === label).length
    const [t, f, nee] = [count('true'), count('false'), count('not_enough_evidence')]
    for (const [setting, wrong] of [
      ['out', f],
      ['false', f + nee],
    ] as const) {
      const { value } = await task('verification', 'verdicts', '--set', `notEnough=${setting}`)
      for (const system of ['Always true', 'Majority of the gold']) {
        expect(value(system, 'precision:true')).toBeCloseTo(t / (t + wrong), 12)
        expect(value(system, 'f1:true')).toBeCloseTo((2 * t) / (2 * t + wrong), 12)
        expect(value(system, 'recall:true')).toBe(1)
      }
      expect(value('Always false', 'precision:false')).toBeCloseTo(wrong / (t + wrong), 12)
      expect(value('Always false', 'f1:false')).toBeCloseTo((2 * wrong) / (2 * wrong + t), 12)
    }
    const revision = await task('revision', 'revisions')
    expect(revision.value('Human revision', 'originalDistance')).toBeCloseTo(base.false_docs_norm_edit_distance, 5)
    expect(revision.value('Human revision', 'originalOverlap')).toBeCloseTo(base.false_docs_word_overlap, 4)
  })
})

describeData('the published sample', { files: [SAMPLE], expected: ['veriscore_sample'] }, (folder) => {
  it('gives VeriScore’s sample, by its own K and by that of the paper', async () => {
    const args = ['--protocol', 'veriscore-verification', '--task', 'f1k', '--predictions', placeIn(folder, SAMPLE)]
    const [record] = recordsIn(folder, SAMPLE)
    const results = z.array(z.looseObject({ verification_result: z.string() })).parse(record?.claim_verification_result)
    const s = results.filter(({ verification_result }) => verification_result.trim() === 'supported').length
    const f1 = (k: number) => {
      const [p, r] = [s / results.length, Math.min(s / k, 1)]
      return (2 * p * r) / (p + r)
    }
    const model = String(record?.model)
    const byData = await evaluated([...args, ...NONE], 'f1k')
    expect(byData.value(model, 'f1')).toBeCloseTo(f1(results.length), 12)
    expect(byData.value(model, 'f1')).toBeCloseTo(figuresIn(folder, 'veriscore_sample').f1_at_median_k, 6)
    const byPaper = await evaluated([...args, ...NONE, '--set', 'k=11'], 'f1k')
    expect(byPaper.value(model, 'f1')).toBeCloseTo(f1(11), 12)
    expect(byPaper.value(model, 'f1')).toBeCloseTo(figuresIn(folder, 'veriscore_sample').f1_at_k_11, 6)
  })
})

/** Words inserted, deleted or replaced: the whole table of Wagner and Fischer. */
function wordDistance(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split(/\s+/).filter((word) => word !== ''))
  const table = [...Array((a?.length ?? 0) + 1).keys()].map((i) => [i])
  for (let j = 1; j <= (b?.length ?? 0); j++) table[0]?.push(j)
  for (let i = 1; i < table.length; i++) {
    for (let j = 1; j <= (b?.length ?? 0); j++) {
      const [up, left, diagonal] = [table[i - 1]?.[j], table[i]?.[j - 1], table[i - 1]?.[j - 1]].map(
        (each) => each ?? 0,
      )
      table[i]?.push(Math.min((up ?? 0) + 1, (left ?? 0) + 1, (diagonal ?? 0) + Number(a?.[i - 1] !== b?.[j - 1])))
    }
  }
  return table.at(-1)?.at(-1) ?? 0
}

const panelsSchema = z.object({
  panels: z.array(
    z.object({
      key: z.string(),
      rows: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          cells: z.array(z.looseObject({ value: z.number().nullable() })),
        }),
      ),
    }),
  ),
})

const panelsOf = async (folder: DataFolder, protocol: string, place: string) =>
  panelsSchema.parse(JSON.parse(await said('dataset', '--file', placeIn(folder, place), '--protocol', protocol))).panels

describeData('a table of published FELM records', { files: [FELM], expected: ['felm'] }, (folder) => {
  it('gives FELM’s rates by domain', async () => {
    const [sizes] = await panelsOf(folder, 'felm', FELM)
    const rows = recordsIn(folder, FELM)
    for (const [domain, published] of Object.entries(figuresIn(folder, 'felm'))) {
      const own = rows.filter((row) => domain === 'ALL' || row.domain === domain)
      const labels = own.map(({ labels: list }) => z.array(z.boolean()).parse(list))
      const wrong = labels.filter((list) => list.includes(false)).length
      const counted = {
        responses: own.length,
        segments: labels.flat().length,
        false: labels.flat().filter((l) => !l).length,
      }
      expect(counted).toEqual({
        responses: published.samples,
        segments: published.segments,
        false: published.negative,
      })
      const row = sizes?.rows.find(
        ({ cells: [responses, segments] }) =>
          responses?.value === counted.responses && segments?.value === counted.segments,
      )
      expect(row?.cells.slice(2, 4).map(({ value }) => value)).toEqual([
        counted.false / counted.segments,
        wrong / own.length,
      ])
      expect(wrong).toBe(published.error_responses)
    }
  })
})

describeData('a table of published FACTOR rows', { files: [factorFiles], expected: ['factor'] }, (folder) => {
  it.for(filesIn(folder, factorFiles))('gives the edit distances of %s', async (name, { skip }) => {
    const panels = await panelsOf(folder, 'factor-validation', `factor/${name}`)
    const cells = panels.find(({ key }) => key === 'edit-distance')?.rows[0]?.cells.map(({ value }) => value)
    const distances = z
      .array(z.record(z.string(), z.string()))
      .parse(parse(textIn(folder, `factor/${name}`), { columns: true }))
      .flatMap((row) => [0, 1, 2].map((k) => wordDistance(row.completion ?? '', row[`contradiction_${k}`] ?? '')))
    const mean = distances.reduce((sum, each) => sum + each, 0) / distances.length
    expect(cells?.[0]).toBe(distances.length)
    expect(cells?.[1]).toBeCloseTo(mean, 12)
    const published = figuresIn(folder, 'factor')[path.parse(name).name]
    if (!published) return skip('nothing was counted of this file')
    expect(cells?.[1]).toBeCloseTo(published.word_edit_distance_mean, 4)
    expect(cells?.[2]).toBeCloseTo(published.word_edit_distance_sd_population, 4)
  })
})

describeData('an evaluation', { files: [RATINGS], expected: [DETECTION] }, (folder) => {
  it('does so as it is typed, in a process of its own', async () => {
    const env = { ...process.env, ASSAY_URL: 'http://127.0.0.1:1', ASSAY_TOKEN: '', INIT_CWD: process.cwd() }
    const typed = ['evaluate', '--protocol', 'felm', '--task', 'ratings', '--predictions', placeIn(folder, RATINGS)]
    const args = ['--conditions=react-server', 'scripts/run.cjs', 'assay', ...typed, '--resamples', '50']
    const { out, code } = await new Promise<{ out: string; code: number }>((resolve) => {
      execFile(process.execPath, args, { env }, (error, stdout) => resolve({ out: stdout, code: error ? 1 : 0 }))
    })
    expect(code).toBe(0)
    const balanced = figuresIn(folder, DETECTION).all?.langchain?.balanced_accuracy ?? 0
    expect(out).toMatch(new RegExp(`langchain +.*${balanced.toFixed(3)}`))
  })
})
