import type { Command } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import type { Output } from '@/cli/output'
import { bytesOf } from '@/cli/read-file'
import type { Session } from '@/cli/session'
import { MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import { reportOf } from '@/lib/quality/rater-matrix/report'
import { projectAgreement } from './project-agreement'
import { addRatingOptions, type RatingFlags, ratingOptionsOf } from './rating-options'
import { reportText } from './rating-report-text'

const AFTER = `
The file is CSV or TSV (one row a unit and one column a rater, or columns unit, rater, label), JSON or JSON lines; its
forms are described in docs/formats.md. It is computed here: no server and no token are needed.

  assay agreement ratings.csv --response document --categories true,false
  assay agreement choices.csv --order left
  assay agreement --project "Ocean facts"`

/** assay agreement FILE: everything about a file of ratings, without a server; --project asks the server about a project. */
export function agreementCommand(program: Command, session: () => Session, output: () => Output): void {
  const command = program
    .command('agreement')
    .description('agreement of the raters in a file, or with --project of a project’s annotators')
    .argument('[file]', 'ratings as CSV, JSON or JSON lines; - reads standard input')
    .option('--project <project>', 'instead of a file: a project of the server, by its id or exact name')
    .addHelpText('after', AFTER)
  addRatingOptions(command).action(async (file: string | undefined, flags: RatingFlags & { project?: string }) => {
    const { project, ...options } = flags
    if ((file === undefined) === (project === undefined)) {
      throw new CliError(EXIT.usage, 'Name a file of ratings, or a project of the server with --project, and not both.')
    }
    if (project !== undefined) await projectAgreement(session(), project)
    else await fileAgreement(output(), file ?? '-', options)
  })
}

async function fileAgreement(output: Output, file: string, flags: RatingFlags): Promise<void> {
  const table = flags.distances === undefined ? undefined : await bytesOf(flags.distances)
  const options = ratingOptionsOf(flags, table && new TextDecoder().decode(table))
  const bytes = await bytesOf(file)
  try {
    const report = reportOf(bytes, options)
    output.result(report, () => reportText(report))
  } catch (error) {
    if (!(error instanceof MatrixProblem)) throw error
    throw new CliError(EXIT.refused, `${file === '-' ? 'standard input' : file}: ${error.message}`)
  }
}
