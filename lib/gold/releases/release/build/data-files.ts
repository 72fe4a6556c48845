/** Which files a release has, in their order, and where each comes from. */
import 'server-only'
import { type HeldOutTask, heldOutLines } from '@/lib/gold/held-out/queries'
import { annotationLines } from '@/lib/gold/releases/annotation-lines'
import { csvRowCounter, linesIn } from '@/lib/gold/releases/count-lines'
import { distributionLines } from '@/lib/gold/releases/distribution-lines'
import { publishedKinds } from '@/lib/gold/releases/export-kinds'
import type { ExportScope } from '@/lib/gold/releases/export-scope'
import { sampleLines } from '@/lib/gold/releases/inspect/sample-lines'
import { inspectQuestion } from '@/lib/gold/releases/inspect/samples'
import { taskFile } from '@/lib/gold/releases/inspect/task-file'
import { nativeLines } from '@/lib/gold/releases/native-lines'
import { ratingCsv } from '@/lib/gold/releases/rating-lines'
import type { CardText } from '@/lib/gold/releases/release/contract'
import { disagreementRows, goldRatingRows, machineRows, taskRows } from '@/lib/gold/releases/release/facts/counted-rows'
import { findingCsv } from '@/lib/gold/releases/release/facts/read-findings'
import { agreementFile } from '@/lib/gold/releases/release/manifest/agreement-file'
import type { Manifest } from '@/lib/gold/releases/release/manifest/contract'
import {
  type Counted,
  type Given,
  guidelinesPath,
  protocolPath,
} from '@/lib/gold/releases/release/manifest/make-manifest'
import { statements } from '@/lib/gold/releases/release/metadata/statements'
import type { Splits } from '@/lib/gold/releases/release/splits/plan-splits'
import { discardReasonText } from '@/lib/protocols/discard-reason-text'
import { type ChangeTally, compareReleases } from './compare-releases'
import { linesOf, readStoredLines } from './read-stored'

export interface Recipe {
  path: string
  parts: () => AsyncIterable<string> | Iterable<string>
  rowsIn: (part: string) => number
}

export const NATIVE_PATH = 'assay.jsonl'
export const CHANGES_PATH = 'changes.jsonl'
export const HELD_OUT_PATH = 'held-out.jsonl'
/** Samples and task of Inspect, which looks for the one beside the other. */
export const INSPECT_PATHS = { samples: 'inspect/samples.jsonl', task: 'inspect/task.py' } as const

/** What is told of items whose labels stay back; `counts` learns how much it was. */
export interface HeldOutTold {
  task: HeldOutTask
  positions: readonly number[]
  counts: { items: number; units: number }
}

const whole = (text: string) => () => [text]
/** A text that is there for itself, however long. */
const asOne = () => 1

/** Files that come from rows; those without any are left out. */
export function dataFiles(
  scope: ExportScope,
  { protocol, figures, project, findings }: Counted,
  { previous, heldOut, splits }: { previous: Given['previous']; heldOut: HeldOutTold | undefined; splits: Splits },
  tally: ChangeTally,
): Recipe[] {
  return [
    ...publishedKinds(protocol).map(({ key, extension, lines }) => ({
      path: `data/${key}.${extension}`,
      parts: () => lines(scope),
      rowsIn: extension === 'csv' ? csvRowCounter() : linesIn,
    })),
    { path: NATIVE_PATH, parts: () => nativeLines(scope), rowsIn: linesIn },
    { path: 'annotations.jsonl', parts: () => annotationLines(scope), rowsIn: linesIn },
    { path: 'ratings.csv', parts: () => ratingCsv(scope), rowsIn: csvRowCounter() },
    { path: 'distributions.jsonl', parts: () => distributionLines(scope), rowsIn: linesIn },
    ...[
      { path: 'gold-ratings.csv', parts: () => goldRatingRows(scope.projectId, scope) },
      { path: 'tasks.csv', parts: () => taskRows(scope.projectId, scope) },
      { path: 'disagreements.csv', parts: () => disagreementRows(scope.projectId, scope) },
      { path: 'machines.csv', parts: () => machineRows(scope.projectId, scope) },
      { path: 'findings.csv', parts: () => findingCsv(findings) },
    ].map((recipe) => ({ ...recipe, rowsIn: csvRowCounter() })),
    ...project.guidelines.map(({ version, body }) => ({
      path: guidelinesPath(version),
      parts: whole(body.endsWith('\n') ? body : `${body}\n`),
      rowsIn: asOne,
    })),
    // As it was published, to the byte: whoever has the file can see that it is that one.
    ...project.protocolFiles.map(({ version, source }) => ({
      path: protocolPath(version),
      parts: whole(source),
      rowsIn: asOne,
    })),
    { path: 'agreement.json', parts: whole(agreementFile(figures.rules, figures.agreement)), rowsIn: asOne },
    {
      path: 'discards.jsonl',
      parts: () =>
        project.discards.map(
          ({ reason, ...row }) => `${JSON.stringify({ reason, text: discardReasonText(protocol, reason), ...row })}\n`,
        ),
      rowsIn: linesIn,
    },
    ...(heldOut
      ? [
          {
            path: HELD_OUT_PATH,
            parts: () => heldOutLines(scope.projectId, protocol, heldOut, heldOut.counts),
            rowsIn: linesIn,
          },
        ]
      : []),
    ...inspectFiles(scope, splits),
    ...(previous ? [{ path: CHANGES_PATH, parts: () => changeLines(scope, previous.id, tally), rowsIn: linesIn }] : []),
  ]
}

/** Neither of them where no unit has a label that a model can be asked for. */
function inspectFiles(scope: ExportScope, splits: Splits): Recipe[] {
  const question = inspectQuestion(scope.protocol)
  if (!question) return []
  let samples = 0
  const rowsIn = (part: string) => {
    const lines = linesIn(part)
    samples += lines
    return lines
  }
  return [
    { path: INSPECT_PATHS.samples, parts: () => sampleLines(scope, question, splits), rowsIn },
    { path: INSPECT_PATHS.task, parts: () => (samples > 0 ? [taskFile(question.labels)] : []), rowsIn: asOne },
  ]
}

/** Files that tell of the others. */
export const statementFiles = (card: CardText, manifest: Manifest): Recipe[] =>
  statements(card, manifest).map(({ path, text }) => ({ path, parts: whole(text), rowsIn: asOne }))

/** What differs from an earlier release, counted as it passes. */
export async function* changeLines(scope: ExportScope, previousId: string, tally: ChangeTally): AsyncGenerator<string> {
  for await (const change of compareReleases(readStoredLines(previousId, NATIVE_PATH), linesOf(nativeLines(scope)))) {
    tally.count(change)
    yield `${JSON.stringify(change)}\n`
  }
}
