/** How annotators rated the units of a release's gold: `distributions.jsonl` of the release, beside `assay.jsonl`. */
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { ratedUnits } from '@/lib/gold/evaluation/rated-units'
import type { GoldItem } from '@/lib/gold/evaluation/scoring/evaluation'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import type { Protocol } from '@/lib/protocols/protocol'
import { CliError, EXIT } from './exit-codes'
import type { FileItem } from './gold-file'
import { readablePath } from './read-file'

type Rated = Required<Pick<GoldItem, 'agreed' | 'ratings'>>

const lineSchema = z.object({
  item: z.int(),
  stage: z.string(),
  measure: z.string(),
  unit: z.string(),
  labels: z.array(z.object({ value: z.string(), count: z.int().min(0) })),
})
const nativeSchema = z.object({ format: z.string().startsWith('assay/'), item: z.object({ position: z.int() }) })

/** Reads the file; the function it gives says of an item of the gold how annotators rated its units. @throws CliError where the files do not go together */
export async function distributionsFile(
  { protocol, task, gold }: { protocol: Protocol; task: EvaluationTask; gold: readonly string[] },
  file: string,
): Promise<(item: FileItem) => Rated> {
  const measure = protocol.stages
    .find(({ key }) => key === task.stage)
    ?.measures.find(({ key }) => key === task.measure)
  if (!measure)
    throw new CliError(EXIT.usage, `The task "${task.key}" has no measure, so --distributions is of no use.`)
  const values = measure.categories.map(({ value }) => value)
  const counts = new Map<number, Record<string, number[]>>()
  for await (const { line, value } of recordsOf(file)) {
    const read = lineSchema.safeParse(value)
    if (!read.success)
      throw new CliError(EXIT.refused, `${file}, line ${line}: this is not a line of distributions.jsonl.`)
    const { item, stage, measure: key, unit, labels } = read.data
    if (stage !== task.stage || key !== measure.key) continue
    if (labels.map((each) => each.value).join() !== values.join())
      throw new CliError(EXIT.refused, `${file}, line ${line}: the values of ${key} are not those of the protocol.`)
    const itemCounts = counts.get(item) ?? {}
    itemCounts[unit.slice(`${item}/`.length)] = labels.map(({ count }) => count)
    counts.set(item, itemCounts)
  }
  const positions = await positionsIn(gold)
  return ({ position, gold: { stages } }) =>
    ratedUnits(stages[task.stage ?? ''], {
      votesUnder: (keys) => onlyVotes(counts.get(positions[position - 1] ?? 0) ?? {}, keys),
      categories: values.length,
    })
}

/**
 * The file does not say whose ratings it counts: of a unit of the gold that stands for several rated entries nobody can tell which are of one
 * annotator, and it has no votes here.
 */
function onlyVotes(counts: Readonly<Record<string, readonly number[]>>, keys: ReadonlySet<string>): number[] {
  const [rated = [], ...others] = [...keys].flatMap((key) => (counts[key] ? [counts[key]] : []))
  return others.length > 0 ? [] : rated.flatMap((count, code) => new Array<number>(count).fill(code))
}

/** Where the items stood in the project, which is how distributions name them. */
async function positionsIn(files: readonly string[]): Promise<number[]> {
  const positions: number[] = []
  for (const file of files)
    for await (const { line, value } of recordsOf(file)) {
      const read = nativeSchema.safeParse(value)
      if (!read.success)
        throw new CliError(EXIT.usage, `${file}, line ${line}: --distributions goes with the gold of assay.jsonl.`)
      positions.push(read.data.item.position)
    }
  return positions
}

async function* recordsOf(file: string): AsyncGenerator<{ line: number; value: unknown }> {
  const path = await readablePath(file)
  for await (const entry of readRecordsApart(() => createReadStream(path)))
    yield { line: entry.line, value: entry.ok ? entry.value : null }
}
