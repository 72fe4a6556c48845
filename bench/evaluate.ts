/**
 * Scoring 100,000 and 1,000,000 predictions of FELM segments from a file, as `assay evaluate` does, without intervals and
 * with them: time beside reading and parsing the file's lines alone, and the peak memory of a process that does nothing
 * else. Fifty systems speak of 20,000 segments; the smaller file is that of the first five.
 * Run: npm run bench -- evaluate [predictions ...]
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { runProgram } from '@/cli/program'
import { seededRandom } from '@/lib/stats/seeded-random'
import { say } from './setting/app'

const SEGMENTS = 20
const RESPONSES = 1_000
const ROUNDS = 1
const [mode, ...rest] = process.argv.slice(2)

async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(file)
  for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain')
  stream.end()
  await finished(stream)
}

function* goldLines(): Generator<string> {
  const random = seededRandom(1)
  for (let index = 0; index < RESPONSES; index++) {
    const segments = Array.from({ length: SEGMENTS }, (_, at) => `Sentence ${at} of response ${index} says so much. `)
    const labels = segments.map(() => random(5) > 0)
    yield JSON.stringify({
      index: String(index),
      domain: 'wk',
      source: 'made',
      prompt: `Question ${index}?`,
      response: segments.join(''),
      segmented_response: segments,
      labels,
    })
  }
}

function* predictionLines(count: number): Generator<string> {
  const random = seededRandom(2)
  const perSystem = RESPONSES * SEGMENTS
  for (let at = 0; at < count; at++) {
    const [system, target] = [Math.floor(at / perSystem), at % perSystem]
    const [item, segment] = [String(Math.floor(target / SEGMENTS)), (target % SEGMENTS) + 1]
    yield JSON.stringify({
      system: `system-${system}`,
      item,
      segment,
      label: random(4) > 0,
      note: 'Searched twice; the first result says so.',
    })
  }
}

async function parseAlone(file: string): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file) })) JSON.parse(line)
}

async function evaluate(gold: string, predictions: string, resamples: string): Promise<void> {
  const files = ['--gold', gold, '--predictions', predictions, '--resamples', resamples, '--json']
  const silent = { write: () => true }
  const code = await runProgram(
    ['evaluate', '--protocol', 'felm', '--task', 'segments', ...files],
    {},
    { out: silent, err: silent },
  )
  if (code !== 0) throw new Error(`assay evaluate ended with ${code}`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const measuredSchema = z.object({ ms: z.number(), peak: z.number() })

/** In a process of its own, so that its peak memory is its own: the median of the rounds. */
async function measured(...args: string[]): Promise<z.output<typeof measuredSchema>> {
  const found: z.output<typeof measuredSchema>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const command = ['--conditions=react-server', 'scripts/run.cjs', 'bench', 'evaluate', 'measure', ...args]
    const { stdout } = await promisify(execFile)(process.execPath, command)
    found.push(measuredSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')))
  }
  return found.toSorted((a, b) => a.ms - b.ms)[Math.floor(ROUNDS / 2)] ?? { ms: 0, peak: 0 }
}

async function measureHere(what: string, gold: string, predictions: string, resamples: string): Promise<void> {
  const ms = await timed(() => (what === 'parse' ? parseAlone(predictions) : evaluate(gold, predictions, resamples)))
  process.stdout.write(`${JSON.stringify({ ms, peak: process.resourceUsage().maxRSS / 1024 })}\n`)
}

async function measureAll(sizes: readonly number[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-evaluate-'))
  const gold = path.join(folder, 'gold.jsonl')
  await writeLines(gold, goldLines())
  const none = path.join(folder, 'none.jsonl')
  await writeLines(none, ['{"system": "nobody", "item": "0", "segment": 1, "label": true}'])
  const empty = await measured('evaluate', gold, none, '0')
  say(`the gold alone, ${RESPONSES * SEGMENTS} segments: ${empty.ms.toFixed(0)} ms, ${empty.peak.toFixed(0)} MB`)
  for (const size of sizes) {
    const file = path.join(folder, `${size}.jsonl`)
    await writeLines(file, predictionLines(size))
    const alone = await measured('parse', gold, file, '0')
    const plain = await measured('evaluate', gold, file, '0')
    const full = await measured('evaluate', gold, file, '2000')
    const own = plain.ms - empty.ms
    say(
      `${size} predictions: parsing alone ${alone.ms.toFixed(0)} ms; scored ${plain.ms.toFixed(0)} ms, of which beyond the gold ` +
        `${own.toFixed(0)} ms (${(own / alone.ms).toFixed(1)} times parsing), peak ${plain.peak.toFixed(0)} MB; ` +
        `with intervals ${full.ms.toFixed(0)} ms, peak ${full.peak.toFixed(0)} MB`,
    )
  }
  await rm(folder, { recursive: true })
}

if (mode === 'measure') {
  const [what = '', gold = '', predictions = '', resamples = '0'] = rest
  await measureHere(what, gold, predictions, resamples)
} else {
  const asked = [mode, ...rest].map(Number).filter((each) => each > 0)
  await measureAll(asked.length > 0 ? asked : [100_000, 1_000_000])
}
