import { type Command, Option } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { type Output, table } from '@/cli/output'
import type { Session } from '@/cli/session'
import {
  getPlanBasisEndpoint,
  type PlanBasis,
  type ProjectPlan,
  plannedFigures,
  writtenPlanSchema,
} from '@/lib/quality/planning/contract'
import { chancesOf } from '@/lib/quality/planning/model'
import { planProject } from '@/lib/quality/planning/plan-project'

/** The expectations as they are typed. */
interface Flags {
  figure?: (typeof plannedFigures)[number]
  width?: string
  expected?: string
  prevalence?: string
  units?: string
  raters?: string
  alikeness?: string
  minutes?: string
  assurance?: string
  seed?: string
  project?: string
  measure?: string
}

const formatValue = (value: number | null) => (value === null ? 'none' : value.toFixed(3))

function planText({ words, sizes, rules }: ProjectPlan): string {
  const rows = sizes.map(({ responses, units, labels, hours, median, assured, reached }) => [
    responses,
    units,
    labels,
    hours === null ? null : Math.ceil(hours),
    formatValue(median),
    formatValue(assured),
    `${Math.round(100 * reached)}%`,
  ])
  return [
    words,
    table(['RESPONSES', 'UNITS', 'LABELS', 'HOURS', 'MEDIAN WIDTH', 'WIDTH ASSURED', 'AS NARROW'], rows),
    ['How this plan was made', ...rules].join('\n- '),
  ].join('\n\n')
}

/** The figures of one measure of a project, as far as there are any, in the place of what was not typed. @throws CliError */
function expectationsOf(measures: readonly PlanBasis[], { figure = 'alpha', measure }: Flags): Record<string, number> {
  const measureNames = measures.map((each) => `${each.stage.key}/${each.measure.key}`)
  const basis = measures.find((each, index) =>
    measure === undefined ? each.responses > 0 : measureNames[index] === measure,
  )
  if (!basis) {
    const what =
      measure === undefined ? 'Nothing is annotated twice in the project yet.' : `There is no measure "${measure}".`
    throw new CliError(EXIT.refused, `${what} The measures are: ${measureNames.join(', ') || 'none'}.`)
  }
  const { prevalence, units, raters, alikeness, minutes } = basis
  const expected = figure === 'f1' ? null : basis[figure]
  const found = { expected, prevalence, units, raters, alikeness, minutes }
  return Object.fromEntries(
    Object.entries(found).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  )
}

const AFTER = `
What is left out has its usual value, or with --project what the project says so far. Computed here; only --project asks a server.

  assay plan --figure alpha --expected 0.6 --prevalence 0.2 --units 5 --raters 2 --width 0.1 --minutes 12
  assay plan --project "Ocean facts" --measure segments/label --width 0.1`

/** assay plan: how many responses, labels and hours an interval of a wanted width takes. */
export function planCommand(program: Command, session: () => Session, output: () => Output): void {
  program
    .command('plan')
    .description('how many responses, labels and hours an interval of a wanted width takes')
    .addOption(new Option('--figure <name>', 'what the interval is of (default alpha)').choices(plannedFigures))
    .option('--width <number>', 'of the 95% interval, from its lower to its upper limit (default 0.1)')
    .option('--expected <number>', 'what the figure is expected to be (default 0.7)')
    .option('--prevalence <share>', 'of units that have the value looked for (default 0.2)')
    .option('--units <number>', 'units of a response, on average (default 5)')
    .option('--raters <number>', 'people who annotate each response (default 2)')
    .option('--alikeness <number>', 'how alike units of one response are, 0 to 1 (default 0.15)')
    .option('--minutes <number>', 'of one person on one response; without them no hours')
    .option('--assurance <share>', 'of projects whose interval has to be as narrow (default 0.8)')
    .option('--seed <number>', 'of the simulated projects (default 1)')
    .option('--project <project>', 'take what was not given from a project of the server')
    .option('--measure <stage/measure>', 'with --project: from which measure (default: the first with annotations)')
    .addHelpText('after', AFTER)
    .action(async (flags: Flags) => {
      const { project, measure, ...given } = flags
      if (measure !== undefined && project === undefined)
        throw new CliError(EXIT.usage, '--measure goes with --project.')
      const found = project === undefined ? {} : await fromProject(session(), project, flags)
      const read = writtenPlanSchema.safeParse({ ...found, ...given })
      if (!read.success) {
        const [issue] = read.error.issues
        throw new CliError(
          EXIT.usage,
          `--${String(issue?.path[0] ?? 'options')}: ${issue?.message ?? 'not understood'}.`,
        )
      }
      const chances = chancesOf(read.data)
      if ('problem' in chances) throw new CliError(EXIT.refused, chances.problem)
      const commandOutput = output()
      commandOutput.progress('Simulating projects')
      const plan = planProject({ request: read.data, chances })
      commandOutput.endProgress()
      commandOutput.result(plan, () => planText(plan))
    })
}

async function fromProject(session: Session, idOrName: string, flags: Flags): Promise<Record<string, number>> {
  const { id: projectId } = await session.project(idOrName)
  const { figures, measures } = await session.call(getPlanBasisEndpoint, { params: { projectId } })
  if (figures.state === 'awaited')
    throw new CliError(EXIT.failed, 'What the project says so far is being counted: ask again.')
  return expectationsOf(measures, flags)
}
