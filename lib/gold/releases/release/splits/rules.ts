/** Splits in words, and as people write them. Pure. */
import { type ShareChoice, type SplitChoice, splitChoiceSchema } from './contract'

/** What divides a release, in sentences. */
export function splitWords(choice: SplitChoice): string {
  const { heldOut } = choice
  if (!heldOut) return divisionWords(choice)
  return `${divisionWords(choice)} The labels of “${heldOut.split}” are held out: no file tells them, and predictions for it are scored by the server.`
}

function divisionWords(choice: SplitChoice): string {
  if (choice.by === 'field') return `The tables are divided by the field “${choice.field}” of the items.`
  const { shares, seed, group, stratify, steady } = choice
  const shareWords = shares.map(({ name, percent }) => `${name} ${percent}%`).join(', ')
  return [
    `The tables are divided by seed ${seed}: ${shareWords} of the items with gold.`,
    ...(group === null ? [] : [`Items with the same “${group}” are in one split.`]),
    ...(stratify === null ? [] : [`The shares hold within each value of “${stratify}”.`]),
    ...(steady
      ? [
          'Each split follows from the seed and the item or group alone, so that none moves in later releases; sizes are nearly as wanted.',
        ]
      : []),
  ].join(' ')
}

/** Shares as they are written: `train 80, validation 10, test 10`, also with `=` or `:` and `%`. */
export function parseShares(
  written: string,
): { ok: true; shares: ShareChoice['shares'] } | { ok: false; problem: string } {
  const parts = written
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const shares: ShareChoice['shares'] = []
  for (const part of parts) {
    const [, name, percent] = /^([^\s=:]+)(?:\s*[=:]\s*|\s+)(\d+(?:\.\d+)?)\s*%?$/.exec(part) ?? []
    if (name === undefined || percent === undefined)
      return {
        ok: false,
        problem: `“${part}” is not a split with its share: write a name and percent, as in train 80.`,
      }
    shares.push({ name, percent: Number(percent) })
  }
  if (shares.length === 0)
    return {
      ok: false,
      problem: 'No split is named: write names with percent, as in train 80, validation 10, test 10.',
    }
  return { ok: true, shares }
}

/** What is wrong with a choice, by its fields; none: nothing. */
export function choiceProblems(choice: unknown): { field: string; message: string }[] {
  const read = splitChoiceSchema.safeParse(choice)
  return read.success ? [] : read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
}

/** How a release is to be divided, as somebody types it. */
export interface SplitDraft {
  way: 'none' | 'shares' | 'field'
  shares: string
  seed: string
  /** Empty: nothing. */
  group: string
  stratify: string
  steady: boolean
  field: string
  /** The name of the split whose labels stay back. Empty: none. */
  heldOut: string
  /** The evaluation that it is held out for. Empty: the first. */
  heldOutTask: string
}

export const NO_SPLITS: SplitDraft = {
  way: 'none',
  shares: 'train 80, validation 10, test 10',
  seed: '1',
  group: '',
  stratify: '',
  steady: false,
  field: 'split',
  heldOut: '',
  heldOutTask: '',
}

type Problems = Partial<Record<keyof SplitDraft, string>>

/** The choice; null with no problems: it is not divided. */
export function readDraft(draft: SplitDraft): { choice: SplitChoice | null; problems: Problems } {
  const { way, seed, steady, field } = draft
  const [split, task] = [draft.heldOut.trim(), draft.heldOutTask]
  const heldOut = split === '' ? {} : { heldOut: { split, ...(task === '' ? {} : { task }) } }
  if (way === 'none') return { choice: null, problems: {} }
  if (way === 'field') return checked({ by: 'field', field, ...heldOut })
  const read = parseShares(draft.shares)
  if (!read.ok) return { choice: null, problems: { shares: read.problem } }
  if (!/^\d{1,9}$/.test(seed.trim()))
    return { choice: null, problems: { seed: 'Write a whole number from 0 to 999999999.' } }
  const [group, stratify] = [draft.group, draft.stratify].map((text) => (text.trim() === '' ? null : text))
  return checked({ by: 'shares', shares: read.shares, seed: Number(seed), group, stratify, steady, ...heldOut })
}

const FIELDS: readonly (keyof SplitDraft)[] = ['shares', 'seed', 'group', 'stratify', 'steady', 'field', 'heldOut']

function checked(choice: unknown): { choice: SplitChoice | null; problems: Problems } {
  const read = splitChoiceSchema.safeParse(choice)
  if (read.success) return { choice: read.data, problems: {} }
  const problems: Problems = {}
  for (const { path, message } of read.error.issues) {
    const field = FIELDS.find((each) => each === path[0]) ?? 'shares'
    problems[field] ??= message
  }
  return { choice: null, problems }
}
