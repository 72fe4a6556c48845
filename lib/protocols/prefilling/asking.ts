/** How the steps ask models: about many numbered things at once, once more where the answer does not fit, a few at a time. */
import pLimit from 'p-limit'
import { type Asked, type FailureCode, type Question, StepFailure, type StepTools } from '@/lib/protocols/prefill'

const AT_ONCE = 4
const LEAST_TOKENS = 300
const MOST_TOKENS = 16_000

/** Failures of a single question; every other failure is one of all. */
const OF_ONE: readonly FailureCode[] = ['refused', 'truncated', 'malformed', 'rejected', 'bad_request']

export const isOfOne = (error: unknown): error is StepFailure =>
  error instanceof StepFailure && OF_ONE.includes(error.code)

/** What a model is given as a list: "1. ...", one a line; line breaks within an entry become blanks. */
export const numbered = (texts: readonly string[]): string =>
  texts.map((text, index) => `${index + 1}. ${text.replace(/\s+/g, ' ').trim()}`).join('\n')

/** Room for an answer that is expected to be so long, in tokens: never more than models may be asked for. */
export const roomOf = (tokens: number): number => Math.min(MOST_TOKENS, Math.max(LEAST_TOKENS, tokens))

/** Room for an answer that repeats the texts and says something of each, in tokens. */
export function roomFor({ countTokens }: Pick<StepTools, 'countTokens'>, texts: readonly string[], each = 60): number {
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0)
  return roomOf(2 * tokens + each * texts.length)
}

export interface Said<Entry> extends Asked<Entry> {
  /** Which of the things it is about, from 0. */
  index: number
}

/**
 * Asks about `count` numbered things. Entries about anything else, second entries and unusable ones do not count; for what
 * is then still missing it is asked once more. Throws `malformed` where nothing usable comes at all.
 */
export async function askAboutEach<Entry extends { number: number }>(
  tools: StepTools,
  question: Question<{ entries: Entry[] }>,
  count: number,
  isUsable: (entry: Entry) => boolean = () => true,
): Promise<Said<Entry>[]> {
  const replyByIndex = new Map<number, Said<Entry>>()
  for (const sample of [0, 1]) {
    const { value, ...from } = (await askOrNothing(tools, { ...question, sample })) ?? { value: { entries: [] } }
    for (const entry of value.entries) {
      const index = entry.number - 1
      const isKnown = Number.isInteger(index) && index >= 0 && index < count
      if (isKnown && !replyByIndex.has(index) && isUsable(entry) && 'model' in from)
        replyByIndex.set(index, { ...from, value: entry, index })
    }
    if (replyByIndex.size === count) break
  }
  if (replyByIndex.size > 0 || count === 0)
    return [...replyByIndex.values()].sort((one, other) => one.index - other.index)
  throw new StepFailure(
    'malformed',
    'Asked twice, the model said nothing usable about any of the numbered texts. Retry the item, or choose another model.',
  )
}

/** null where the answer could not be read: the one failure that asking again may mend. */
async function askOrNothing<T>(tools: StepTools, question: Question<T>): Promise<Asked<T> | null> {
  try {
    return await tools.ask(question)
  } catch (error) {
    if (error instanceof StepFailure && error.code === 'malformed') return null
    throw error
  }
}

/** Asks one thing; once more where the answer cannot be read or used. */
export async function askOne<T>(
  tools: StepTools,
  question: Question<T>,
  isUsable: (value: T) => boolean = () => true,
): Promise<Asked<T>> {
  for (const sample of [0, 1]) {
    const modelReply = await askOrNothing(tools, { ...question, sample })
    if (modelReply && isUsable(modelReply.value)) return modelReply
  }
  throw new StepFailure(
    'malformed',
    'Asked twice, the model gave no usable answer. Retry the item, or choose another model.',
  )
}

export interface Each<Result> {
  results: Result[]
  /** What went wrong with some of them, in words. */
  problems: string[]
}

/**
 * Does the work for each, a few at a time. A failure of one is noted and leaves the others alone; where all fail, the
 * first failure is that of the step, and so is any that would befall the others too.
 */
export async function doEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Each<Result>> {
  const limit = pLimit(AT_ONCE)
  const results: { index: number; result: Result }[] = []
  const failures: StepFailure[] = []
  let fatal: { error: unknown } | null = null
  const doOne = async (item: Item, index: number) => {
    if (fatal) return
    try {
      results.push({ index, result: await work(item, index) })
    } catch (error) {
      if (isOfOne(error)) failures.push(error)
      else fatal ??= { error }
    }
  }
  await Promise.all(items.map((item, index) => limit(() => doOne(item, index))))
  throwIf(fatal)
  const [first] = failures
  if (first && results.length === 0) throw first
  const ordered = results.sort((one, other) => one.index - other.index)
  return { results: ordered.map(({ result }) => result), problems: failures.map(({ message }) => message) }
}

function throwIf(fatal: { error: unknown } | null): void {
  if (fatal) throw fatal.error
}

/** The list in stretches of at most `size`. */
export function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
}
