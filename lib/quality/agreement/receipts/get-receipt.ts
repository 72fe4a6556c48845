import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { streamText } from '@/lib/platform/server/streams/stream-text'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { type OpenFigures, openFigures } from '@/lib/quality/agreement/open-figures'
import { listReferences } from '@/lib/quality/agreement/pair-sets'
import { authorizeProject } from '@/lib/workspace/projects/queries'
import { recordProjectAnswerReads } from '@/lib/workspace/tasks/record-project-answer-reads'
import { version as softwareVersion } from '@/package.json'
import { RECEIPT_VERSION, type ReceiptForm, type ReceiptQuery } from './contract'
import { comparisonColumns, comparisonRows, type Matrix, measureColumns, measureRows } from './read-rows'
import type { ReceiptHead, ReceiptRater, Selection } from './receipt'
import * as words from './receipt-head'
import { type End, type Rows, receiptCsv, receiptJson, receiptScript } from './receipt-text'
import { comparisonShown, measureShown, type Shown } from './shown-figures'

const FORMS: Record<ReceiptForm, { media: string; extension: string }> = {
  json: { media: 'application/json; charset=utf-8', extension: 'json' },
  csv: { media: 'text/csv; charset=utf-8', extension: 'csv' },
  script: { media: 'text/javascript; charset=utf-8', extension: 'mjs' },
}

interface Keys {
  projectId: string
  stage: string
  measure: string
}

/**
 * Streams the receipt of a measure's or comparison's figures, for those who may have the single ratings; that they have
 * them is written down before.
 * @throws `forbidden` for annotators and viewers, `not_found` for what there is not, `invalid_request` for a slice and a
 * pair at once.
 */
export async function getReceipt(actor: Actor, keys: Keys, query: ReceiptQuery): Promise<Response> {
  const selection = selectionOf(query)
  const opened = await transaction((tx) => openFigures(tx, actor, keys.projectId))
  authorizeProject('project.export', opened.project)
  if (!opened.showsItems)
    throw new AppError('forbidden', 'Receipts hold single annotators’ answers, which are for managers and reviewers.')
  const at = found(
    opened.stages.find(({ key }) => key === keys.stage),
    'There is no such stage.',
  )
  await recordProjectAnswerReads(actor, keys.projectId, 'revealed', `receipt-${query.form}`)
  const { head, rows } = await contentOf({ opened, at }, keys.measure, selection, actor)
  const end = { changedMeanwhile: async () => (await versionOf(opened)) !== head.version }
  const { media, extension } = FORMS[query.form]
  const name = fileNameOf(opened.project.name, `${at.key}-${keys.measure}-receipt`, extension)
  return new Response(streamText(await written(query.form, head, rows, end)), {
    headers: {
      'content-type': media,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store, no-transform',
    },
  })
}

function selectionOf({ by, slice, first, second }: ReceiptQuery): Selection {
  const pair: Selection['pair'] = first !== undefined && second !== undefined ? [first, second] : null
  if ((by && (first || second)) || (first === undefined) !== (second === undefined))
    throw new AppError('invalid_request', 'Ask for a slice, for two raters by first and second, or for neither.')
  return { by: by ?? null, slice: by && slice !== undefined && slice !== '' ? slice : null, pair }
}

async function contentOf(
  shown: Shown,
  key: string,
  selection: Selection,
  { userId: readerId }: Actor,
): Promise<{ head: ReceiptHead; rows: Rows }> {
  const { opened, at } = shown
  const { project, protocol } = opened
  const matrix: Matrix = { stageId: at.id, key, selection, readerId }
  const common: Pick<ReceiptHead, 'format' | 'software' | 'selection' | 'project' | 'stage' | 'options' | 'rules'> = {
    format: RECEIPT_VERSION,
    software: { name: 'assay', version: softwareVersion },
    selection,
    project: { id: project.id, name: project.name, protocol: protocol.title },
    stage: { key: at.key, title: at.stage.title },
    options: words.OPTIONS,
    rules: words.RECEIPT_RULES,
  }
  const measure = at.stage.measures.find((each) => each.key === key)
  if (measure) {
    const raters = [...annotatorsOf(opened), ...(await referencesOf(at.id, key))]
    const columns = raters.map((rater) => rater.key)
    const figures = await measureShown(shown, measure, selection)
    const { title, unitOfAnalysis, categories } = measure
    const head = {
      ...common,
      ...figures,
      kind: 'measure' as const,
      key,
      title,
      unitOfAnalysis,
      ...words.scaleOf(measure),
    }
    const formulas = words.measureFormulas(figures.figures)
    const values = categories.map(({ value }) => value)
    return {
      head: { ...head, raters, formulas, legend: words.MEASURE_LEGEND, columns: measureColumns(columns) },
      rows: measureRows(matrix, columns, values),
    }
  }
  const comparison = found(
    at.stage.comparisons?.find((each) => each.key === key),
    'There is no such measure or comparison.',
  )
  if (selection.by !== null || selection.pair)
    throw new AppError('invalid_request', 'Comparisons have figures over all annotators only.')
  const { title, unitOfAnalysis, sums } = comparison
  return {
    head: {
      ...common,
      ...(await comparisonShown(shown, comparison)),
      kind: 'comparison',
      key,
      title,
      unitOfAnalysis,
      level: null,
      categories: [],
      distances: null,
      raters: annotatorsOf(opened),
      formulas: words.comparisonFormulas(comparison),
      legend: words.COMPARISON_LEGEND,
      columns: comparisonColumns(sums),
    },
    rows: comparisonRows(matrix, sums),
  }
}

/** By alias, whoever reads: a receipt is made to be passed on. */
const annotatorsOf = ({ annotators }: OpenFigures): ReceiptRater[] =>
  annotators.map(({ key, number }) => ({ key, kind: 'annotator', name: `annotator ${number}` }))

async function referencesOf(stageId: string, measure: string): Promise<ReceiptRater[]> {
  const keys = await transaction((tx) => listReferences(tx, { stageId, measure }))
  const ids = keys.flatMap((key) => (key.startsWith('run:') ? [key.slice('run:'.length)] : []))
  const runs = await prisma().run.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return keys.map((key): ReceiptRater => {
    if (key === 'gold') return { key, kind: 'gold', name: 'gold' }
    const run = runs.find(({ id }) => key === `run:${id}`)
    return { key, kind: 'model', name: run?.name ?? 'a run that is gone' }
  })
}

const versionOf = ({ project }: OpenFigures): Promise<string> =>
  transaction(async (tx) => (await refreshRatings(tx, project, { most: 0 })).version)

async function written(form: ReceiptForm, head: ReceiptHead, rows: Rows, end: End): Promise<AsyncGenerator<string>> {
  if (form === 'csv') return receiptCsv(head, rows)
  if (form === 'json') return receiptJson(head, rows, end)
  const program = await readFile(path.join(process.cwd(), 'public/receipts/recompute.mjs'), 'utf8')
  return receiptScript(head, rows, end, program)
}
