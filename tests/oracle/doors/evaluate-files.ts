/** `assay evaluate` on gold and predictions that are written for it. */
import { type EvaluationReport, evaluationReportSchema } from '@/lib/gold/evaluation/scoring/report-schema'
import { Refused } from './door'
import { runAssay, withFiles } from './run-assay'

/** One call of the command. */
export interface Evaluated {
  protocol: string
  task: string
  /** Lines of the file of gold; left out where the predictions bring theirs. */
  gold?: readonly unknown[]
  /** Lines of the file of predictions. */
  predictions: readonly unknown[]
  /** Settings as `name=value`. */
  set?: readonly string[]
  /** None, where nothing is asked of intervals. */
  resamples?: number
  /** Instead of the report: what this system got wrong. */
  errors?: string
}

/** The arguments of the command, for files of these names. */
export function argumentsOf(
  { protocol, task, gold, set = [], resamples = 0, errors }: Evaluated,
  pathOf: (name: string) => string,
): string[] {
  return [
    'evaluate',
    '--protocol',
    protocol,
    '--task',
    task,
    '--predictions',
    pathOf('predictions.jsonl'),
    ...(gold ? ['--gold', pathOf('gold.jsonl')] : []),
    ...(set.length > 0 ? ['--set', ...set] : []),
    ...(errors === undefined ? [] : ['--errors', errors]),
    '--resamples',
    String(resamples),
    '--method',
    'percentile',
    '--json',
  ]
}

export const filesOf = ({ gold, predictions }: Evaluated): Record<string, readonly unknown[]> => ({
  'predictions.jsonl': predictions,
  ...(gold && { 'gold.jsonl': gold }),
})

/** What the command writes. @throws Refused where it ends with another code than 0. */
async function written(call: Evaluated): Promise<unknown> {
  const { code, out, err } = await withFiles(filesOf(call), (pathOf) => runAssay(argumentsOf(call, pathOf)))
  if (code !== 0) throw new Refused(`exit code ${code}: ${err}`)
  return JSON.parse(out)
}

/** The report. @throws Refused where the command fails, or where the report lists a line that it did not count. */
export async function evaluate(call: Evaluated): Promise<EvaluationReport> {
  const report = evaluationReportSchema.parse(await written(call))
  const [missed] = report.missed.listed
  if (missed) throw new Refused(missed.reason)
  return report
}

export const listErrors = (call: Evaluated & { errors: string }): Promise<unknown> => written(call)

/** What the report says of a system under a scoring. */
export function standingOf({ scorings }: EvaluationReport, scoring: string, system: string) {
  const standing = scorings.find(({ key }) => key === scoring)?.standings.find((each) => each.system === system)
  if (!standing) throw new Error(`The report says nothing of ${system} under ${scoring}.`)
  const value = (figure: string): number | null => {
    const found = standing.figures[figure]
    if (!found) throw new Error(`The report has no figure ${figure}.`)
    return found.value
  }
  return { standing, value }
}
